import { asyncContextDoor, coreDoors, coreLayers } from '../core-layers.ts';
import type { SourceModule } from '../source-module.ts';

const coreSource = 'packages/core/src/';

/** Holds the core's layers: imports go sideways or down, the doors are for those outside. */
export function coreLayersRule(modules: readonly SourceModule[]): readonly string[] {
  const core = modules.filter(({ file }) => file.startsWith(coreSource));
  return [...core.flatMap(layerFaults), ...asyncContextFaults(core)];
}

function layerFaults({ file, path, imports }: SourceModule): readonly string[] {
  const isDoor = coreDoors.includes(path);
  const layer = layerOf(path);
  if (!isDoor && layer === -1) {
    return [`${file}: is in no layer; tooling/architecture/core-layers.ts names them`];
  }
  return imports.flatMap(({ specifier, target }) => {
    if (/^@jsonrpc-kit\/core(\/|$)/.test(specifier)) {
      return [`${file}: imports "${specifier}", its own package, through a door`];
    }
    const targetPath = target?.startsWith(coreSource) ? target.slice(coreSource.length) : undefined;
    if (targetPath === undefined) return [];
    if (coreDoors.includes(targetPath)) {
      return [`${file}: imports the door ${targetPath}, which is for those outside`];
    }
    if (isDoor || layerOf(targetPath) <= layer) return [];
    return [
      `${file}: ${coreLayers[layer]} may not import ${targetPath}, ` +
        `${coreLayers[layerOf(targetPath)]} is a higher layer`,
    ];
  });
}

function layerOf(path: string): number {
  return path.includes('/') ? coreLayers.indexOf(path.slice(0, path.indexOf('/'))) : -1;
}

/** No door but its own may load the file that switches AsyncLocalStorage on. */
function asyncContextFaults(core: readonly SourceModule[]): readonly string[] {
  const byFile = new Map(core.map((module) => [module.file, module]));
  return coreDoors
    .filter((door) => door !== asyncContextDoor)
    .flatMap((door) => {
      const way = wayToAsyncHooks(coreSource + door, byFile, new Set());
      return way === undefined
        ? []
        : [`${way.join(' → ')}: only ${asyncContextDoor} may load this`];
    });
}

function wayToAsyncHooks(
  file: string,
  byFile: ReadonlyMap<string, SourceModule>,
  seen: Set<string>,
): readonly string[] | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  for (const { specifier, target, typeOnly } of byFile.get(file)?.imports ?? []) {
    if (typeOnly) continue;
    if (specifier === 'node:async_hooks') return [file, specifier];
    const rest = target === undefined ? undefined : wayToAsyncHooks(target, byFile, seen);
    if (rest !== undefined) return [file, ...rest];
  }
  return undefined;
}
