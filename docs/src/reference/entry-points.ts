import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A subpath export of a published package. */
export interface EntryPoint {
  /** What a user imports, for example `@jsonrpc-kit/core/context`. */
  readonly specifier: string;
  /** The TypeScript source file. */
  readonly source: string;
  /** The compiled declarations. */
  readonly declarations: string;
}

interface Solution {
  readonly references: readonly { readonly path: string }[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  /** A string for files that are data. */
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * Lists the public entry points of all published packages, in the order in which the packages are built.
 */
export function entryPoints(root: string): readonly EntryPoint[] {
  const { references }: Solution = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return references.flatMap(({ path }) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, file]) => {
      if (typeof file === 'string' || subpath.startsWith('./internal')) return [];
      const { types } = file;
      return [
        {
          specifier: manifest.name + subpath.slice(1),
          source: join(root, path, types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')),
          declarations: join(root, path, types),
        },
      ];
    });
  });
}
