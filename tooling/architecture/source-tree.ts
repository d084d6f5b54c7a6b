import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File contents by path from the root, with slashes: the real ones, or invented ones in a test. */
export type SourceTree = ReadonlyMap<string, string>;

const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !/\.(test|test-d|bench)\.ts$/.test(path);

/** The package.json and the sources, without tests, of every package and example. */
export function readSourceTree(root: string): SourceTree {
  const tree = new Map<string, string>();
  const add = (path: string): void => {
    tree.set(path, readFileSync(join(root, path), 'utf8'));
  };

  for (const group of ['packages', 'examples']) {
    for (const name of readdirSync(join(root, group))) {
      const folder = `${group}/${name}`;
      if (!existsSync(join(root, folder, 'package.json'))) continue;
      add(`${folder}/package.json`);
      filesBelow(root, `${folder}/src`).filter(isSource).forEach(add);
    }
  }
  return tree;
}

/** A package of tests alone has no sources. */
function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}
