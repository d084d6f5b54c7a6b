import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../results/', import.meta.url);

/** The file in which the results of this name are kept; git ignores them. */
export function resultsFile(name: string): string {
  if (!/^[\w.-]+$/.test(name)) {
    throw new RangeError(`"${name}" is no name for results; use letters, digits, "-", "_" and "."`);
  }
  return fileURLToPath(new URL(`${name}.json`, folder));
}

export function saveJson(file: string, results: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** What {@link saveJson} has written. */
export function loadJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
