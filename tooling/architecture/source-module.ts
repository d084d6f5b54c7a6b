import { posix } from 'node:path';

import { moduleImports, type ModuleImport } from './module-imports.ts';
import type { SourceTree } from './source-tree.ts';

/** A source file that knows where it belongs and what it imports. */
export interface SourceModule {
  /** From the root: `packages/core/src/errors/base-error.ts`. */
  readonly file: string;
  /** The folder of its package: `packages/core`. */
  readonly folder: string;
  /** From `src`: `errors/base-error.ts`. */
  readonly path: string;
  readonly imports: readonly ResolvedImport[];
}

export interface ResolvedImport extends ModuleImport {
  /** For a relative import, the file it means, from the root. */
  readonly target: string | undefined;
}

/** Parses every source of the tree. */
export function sourceModules(tree: SourceTree): readonly SourceModule[] {
  return [...tree]
    .filter(([file]) => file.endsWith('.ts'))
    .map(([file, source]) => {
      const [group, name, , ...path] = file.split('/');
      const imports = moduleImports(file, source).map((found) => ({
        ...found,
        target: relativeTarget(file, found.specifier),
      }));
      return { file, folder: `${group}/${name}`, path: path.join('/'), imports };
    });
}

/** Relative imports name the compiled file (`./x.js`); the source beside it is meant. */
function relativeTarget(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}
