import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Folders in which no page is written by hand. */
const OTHERS = ['node_modules', 'dist', 'src', 'public', 'reference'];

/**
 * The pages written by hand, from their folder: `guide/errors.md`.
 *
 * @throws Error where one is asked for that is not there
 */
export function findPages(folder: string, wanted: readonly string[] = []): readonly string[] {
  const all = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !OTHERS.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? pagesIn(folder, entry.name) : [entry.name]))
    .filter((name) => name.endsWith('.md'))
    .toSorted();
  if (wanted.length === 0) return all;
  return wanted.map((name) => {
    const page = `${name.replace(/^docs\//, '').replace(/\.md$/, '')}.md`;
    if (!all.includes(page)) throw new Error(`there is no page ${join(folder, page)}`);
    return page;
  });
}

function pagesIn(folder: string, name: string): readonly string[] {
  if (!existsSync(join(folder, name))) return [];
  return readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((path) =>
    [name, ...path.split(sep)].join('/'),
  );
}
