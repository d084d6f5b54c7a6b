import type { SourceModule } from '../source-module.ts';

/**
 * Finds files that import each other in a ring, one fault for each ring met. Type imports are gone
 * after compilation and can't make one.
 */
export function importCyclesRule(modules: readonly SourceModule[]): readonly string[] {
  const valueImports = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.flatMap(({ target, typeOnly }) => (target === undefined || typeOnly ? [] : [target])),
    ]),
  );
  const faults: string[] = [];
  const finished = new Set<string>();

  const visit = (file: string, way: readonly string[]): void => {
    const begin = way.indexOf(file);
    if (begin !== -1) {
      faults.push(`${[...way.slice(begin), file].join(' → ')}: an import cycle`);
      return;
    }
    if (finished.has(file)) return;
    for (const target of valueImports.get(file) ?? []) visit(target, [...way, file]);
    finished.add(file);
  };

  for (const file of valueImports.keys()) visit(file, []);
  return faults;
}
