import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const OTHER_FOLDERS = /^(?:\.[^/]*|node_modules|dist|src|test|public|reference|guide\/rules)\//;

/** Lists the pages that are written manually, relative to their folder: `guide/errors.md`. */
export function findPages(folder: string): readonly string[] {
  // Folders such as node_modules aren't read at all, because that would take most of a minute.
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !OTHER_FOLDERS.test(`${entry.name}/`))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, entry.name) : [entry.name]))
    .filter((path) => path.endsWith('.md') && !OTHER_FOLDERS.test(path))
    .toSorted();
}

function filesBelow(folder: string, name: string): readonly string[] {
  const paths = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
  return paths.map((path) => `${name}/${path.split(sep).join('/')}`);
}

/** Lists the skills in the published packages, relative to the folder of the pages. */
export function findSkills(folder: string): readonly string[] {
  const filesIn = (path: string): string[] => {
    const exists = existsSync(join(folder, path));
    return exists ? readdirSync(join(folder, path)).map((name) => `${path}/${name}`) : [];
  };
  return filesIn('../packages')
    .flatMap((each) => filesIn(`${each}/skills`))
    .map((skill) => `${skill}/SKILL.md`)
    .toSorted();
}

/**
 * Returns the wanted pages, or all if none is named.
 *
 * @param wanted `guide/errors`, `docs/guide/errors.md` or `packages/core/skills/methods/SKILL.md`
 * @throws Error if a wanted page doesn't exist
 */
export function selectPages(all: readonly string[], wanted: readonly string[]): readonly string[] {
  if (wanted.length === 0) return all;
  return wanted.map((name) => {
    const path = `${name.replace(/^docs\//, '').replace(/\.md$/, '')}.md`;
    const page = all.find((each) => each === path || each === `../${path}`);
    if (page === undefined) throw new Error(`${name} doesn't exist`);
    return page;
  });
}
