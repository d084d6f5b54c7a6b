import { readFileSync } from 'node:fs';

const readme = new URL('../../../packages/testing/README.md', import.meta.url);

/** Returns the files in the README of the test kit for a project of this framework. */
export function readmeFiles(framework: string): ReadonlyMap<string, string> {
  const blocks = readFileSync(readme, 'utf8').matchAll(
    /^```ts (?<path>\S+)(?: for (?<onlyFor>\S+))?\n(?<code>.*?)^```$/gms,
  );
  const files = new Map<string, string>();
  for (const { groups: { path = '', onlyFor, code = '' } = {} } of blocks) {
    if (onlyFor === undefined || onlyFor === framework) files.set(path, code);
  }
  return files;
}
