import { readFileSync } from 'node:fs';
import type { RuleId } from '../rules/rules.js';

/**
 * Returns the address of the page about a rule.
 *
 * @param documentation the address of the documentation; without one, there is no page
 */
export function rulePage(rule: RuleId, documentation: string = homepage()): string | undefined {
  return pageAt(`rules/${rule}`, documentation);
}

/** Returns the address of the guide, which describes the command and lists the rules. */
export function guidePage(documentation: string = homepage()): string | undefined {
  return pageAt('breaking-changes', documentation);
}

function pageAt(path: string, documentation: string): string | undefined {
  return documentation === '' ? undefined : `${documentation.replace(/\/$/, '')}/guide/${path}`;
}

let known: string | undefined;

/** The address of the documentation is in package.json only. Empty if it has none. */
function homepage(): string {
  known ??= readHomepage();
  return known;
}

function readHomepage(): string {
  const manifest = new URL('../../../package.json', import.meta.url);
  const { homepage: address = '' } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly homepage?: string;
  };
  return address;
}
