import ts from 'typescript-5';

/** What the compiler says that modules export, in alphabetical order, by their files. */
export function exportedNames(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
  });
  const checker = program.getTypeChecker();
  return new Map(
    files.map((path) => {
      const file = program.getSourceFile(path);
      const module = file && checker.getSymbolAtLocation(file);
      if (module === undefined) throw new Error(`${path} is no module`);
      return [
        path,
        checker
          .getExportsOfModule(module)
          .map(({ name }) => name)
          .toSorted(),
      ];
    }),
  );
}
