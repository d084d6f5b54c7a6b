import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const OTHER_FOLDERS = /^(?:\.[^/]*|node_modules|dist|src|test|public|reference)\//;

/**
 * Lists the pages that are written manually, relative to their folder: `guide/errors.md`.
 *
 * @param wanted only these pages
 * @throws Error if a wanted page doesn't exist
 */
export function findPages(folder: string, wanted: readonly string[] = []): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.md') && !OTHER_FOLDERS.test(path))
    .toSorted();
  if (wanted.length === 0) return all;
  return wanted.map((name) => {
    const page = `${name.replace(/^docs\//, '').replace(/\.md$/, '')}.md`;
    if (!all.includes(page)) throw new Error(`${join(folder, page)} doesn't exist`);
    return page;
  });
}
