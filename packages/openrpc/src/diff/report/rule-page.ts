import { readFileSync } from 'node:fs';
import type { RuleId } from '../rules/rules.js';

/** Returns the address of the page about a rule, or its path if the package names no documentation. */
export function rulePage(rule: RuleId, documentation: string = homepage()): string {
  return `${documentation.replace(/\/$/, '')}/guide/rules/${rule}`;
}

/** Returns the address of the guide, which describes the command and lists the rules. */
export function guidePage(): string {
  return `${homepage().replace(/\/$/, '')}/guide/breaking-changes`;
}

let known: string | undefined;

/** The address of the documentation is in package.json only. */
function homepage(): string {
  known ??= readHomepage();
  return known;
}

function readHomepage(): string {
  const manifest = new URL('../../../package.json', import.meta.url);
  const { homepage: address = 'docs' } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly homepage?: string;
  };
  return address;
}
