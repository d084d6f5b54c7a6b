import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One way into a published package, as its `exports` has it. */
export interface PackageDoor {
  /** As `@jsonrpc-kit/core`. */
  readonly packageName: string;
  readonly packageFolder: string;
  /** What a user imports, as `@jsonrpc-kit/core/context`. */
  readonly specifier: string;
  /** The name of its page, without an ending, as `core-context`. */
  readonly page: string;
  /** Other packages whose names its declarations may have. */
  readonly dependencies: readonly string[];
  /** The built declarations. */
  readonly declarations: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly types: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Solution {
  readonly references: readonly { readonly path: string }[];
}

/** The doors of all published packages, in the order in which the packages are built. */
export function packageDoors(root: string): readonly PackageDoor[] {
  const { references } = readJson(join(root, 'tsconfig.json')) as Solution;
  return references.flatMap(({ path }) => doorsOf(resolve(root, path)));
}

function doorsOf(packageFolder: string): PackageDoor[] {
  const manifest = readJson(join(packageFolder, 'package.json')) as Manifest;
  const { name, exports = {} } = manifest;
  if (manifest.private === true) return [];
  return Object.entries(exports).map(([door, { types }]) => {
    const specifier = name + door.slice(1);
    return {
      packageName: name,
      packageFolder,
      specifier,
      page: specifier.slice(specifier.indexOf('/') + 1).replaceAll('/', '-'),
      dependencies: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
      declarations: join(packageFolder, types),
    };
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
