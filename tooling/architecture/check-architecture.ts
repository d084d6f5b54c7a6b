import { coreLayersRule } from './rules/core-layers-rule.ts';
import { importCyclesRule } from './rules/import-cycles-rule.ts';
import { packageArrowsRule } from './rules/package-arrows-rule.ts';
import { sourceModules } from './source-module.ts';
import type { SourceTree } from './source-tree.ts';

/** What the sources do against the architecture, by rule: one sentence per fault. */
export interface ArchitectureFaults {
  readonly packageArrows: readonly string[];
  readonly coreLayers: readonly string[];
  readonly importCycles: readonly string[];
}

/** Reads the imports of a source tree and holds every rule against them. */
export function checkArchitecture(tree: SourceTree): ArchitectureFaults {
  const modules = sourceModules(tree);
  return {
    packageArrows: packageArrowsRule(tree, modules),
    coreLayers: coreLayersRule(modules),
    importCycles: importCyclesRule(modules),
  };
}
