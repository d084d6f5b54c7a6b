import { isBuiltin } from 'node:module';

import { packageArrows, type PackageRow, privatePackages } from '../package-arrows.ts';
import type { ResolvedImport, SourceModule } from '../source-module.ts';
import type { SourceTree } from '../source-tree.ts';

const scope = '@jsonrpc-kit/';

/** Holds the arrows between the packages, and what each may use from outside. */
export function packageArrowsRule(
  tree: SourceTree,
  modules: readonly SourceModule[],
): readonly string[] {
  const manifests = [...tree.keys()].filter((file) => file.endsWith('/package.json'));
  return [
    ...manifests.flatMap((file) => manifestFaults(file, dependenciesOf(tree, file))),
    ...modules.flatMap((module) => importFaults(tree, module)),
    ...repeatedBuiltins(modules),
  ];
}

/** A package's row, `undefined` for an example, which may use everything. */
function rowOf(folder: string): PackageRow | undefined {
  return folder.startsWith('packages/') ? packageArrows[nameOf(folder)] : undefined;
}

function nameOf(folder: string): string {
  return folder.slice(folder.indexOf('/') + 1);
}

/** What is installed with the package, so what its sources may import. */
function dependenciesOf(tree: SourceTree, manifest: string): readonly string[] {
  const { dependencies, peerDependencies } = JSON.parse(tree.get(manifest) ?? '{}');
  return Object.keys({ ...dependencies, ...peerDependencies });
}

function manifestFaults(file: string, dependencies: readonly string[]): readonly string[] {
  const folder = file.slice(0, -'/package.json'.length);
  const row = rowOf(folder);
  if (row === undefined) {
    return folder.startsWith('packages/') && !privatePackages.includes(nameOf(folder))
      ? [`${folder}: has no row in tooling/architecture/package-arrows.ts`]
      : [];
  }
  const allowed = [...row.arrows.map(({ door }) => packageOf(door)), ...(row.externals ?? [])];
  return dependencies
    .filter((name) => name.startsWith(scope) || row.externals !== undefined)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${file}: ${nameOf(folder)} may not depend on ${name}`);
}

function importFaults(tree: SourceTree, { file, folder, imports }: SourceModule): string[] {
  const row = rowOf(folder);
  const dependencies = dependenciesOf(tree, `${folder}/package.json`);
  return imports.flatMap((found) => {
    const fault = importFault(found, folder, row, dependencies);
    return fault === undefined ? [] : [`${file}: ${fault}`];
  });
}

function importFault(
  { specifier, target, typeOnly }: ResolvedImport,
  folder: string,
  row: PackageRow | undefined,
  dependencies: readonly string[],
): string | undefined {
  if (target !== undefined) {
    return target.startsWith(`${folder}/src/`) ? undefined : `"${specifier}" leaves the package`;
  }
  if (isBuiltin(specifier)) {
    return row?.builtins === undefined || row.builtins.includes(specifier)
      ? undefined
      : `${nameOf(folder)} may not import "${specifier}"`;
  }
  const name = packageOf(specifier);
  // Through its own doors: the core's layers forbid it, elsewhere it does no harm.
  if (name === scope + nameOf(folder)) return undefined;
  if (name.startsWith(scope) && row !== undefined) {
    const arrow = row.arrows.find(({ door }) => door === specifier);
    if (arrow === undefined) return `${nameOf(folder)} may not import "${specifier}"`;
    if (arrow.typesOnly && !typeOnly) {
      return `${nameOf(folder)} may import only types from "${specifier}"`;
    }
  }
  const allowed = name.startsWith(scope) ? dependencies : (row?.externals ?? dependencies);
  return allowed.includes(name)
    ? undefined
    : `"${name}" is none of the dependencies that ${nameOf(folder)} may import`;
}

/** The name of the package that a specifier leads into. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Where the `node:` modules are listed, each stands in one file. */
function repeatedBuiltins(modules: readonly SourceModule[]): readonly string[] {
  const firstUse = new Map<string, string>();
  return modules
    .filter(({ folder }) => rowOf(folder)?.builtins !== undefined)
    .flatMap(({ file, folder, imports }) =>
      imports.flatMap(({ specifier }) => {
        if (!isBuiltin(specifier)) return [];
        const first = firstUse.get(`${folder} ${specifier}`) ?? file;
        firstUse.set(`${folder} ${specifier}`, first);
        return first === file ? [] : [`${file}: "${specifier}" already stands in ${first}`];
      }),
    );
}
