import { parseSync, Visitor } from 'oxc-parser';

/** One place where a module names another. */
export interface ModuleImport {
  readonly specifier: string;
  /**
   * Whether it is gone after compilation. `import { type A }` is not: what is left of it still
   * loads the module.
   */
  readonly typeOnly: boolean;
}

/** The imports and re-exports of a module, static and dynamic, in the order in which they stand. */
export function moduleImports(file: string, source: string): readonly ModuleImport[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);

  const found: ModuleImport[] = [];
  new Visitor({
    ImportDeclaration: ({ source: { value }, importKind }) => {
      found.push({ specifier: value, typeOnly: importKind === 'type' });
    },
    ExportAllDeclaration: ({ source: { value }, exportKind }) => {
      found.push({ specifier: value, typeOnly: exportKind === 'type' });
    },
    ExportNamedDeclaration: ({ source: from, exportKind }) => {
      if (from !== null) found.push({ specifier: from.value, typeOnly: exportKind === 'type' });
    },
    ImportExpression: ({ source: from }) => {
      const isText = from.type === 'Literal' && typeof from.value === 'string';
      if (!isText)
        throw new SyntaxError(`${file}: an import() that names no module can't be judged`);
      found.push({ specifier: from.value, typeOnly: false });
    },
    TSImportType: ({ source: { value } }) => {
      found.push({ specifier: value, typeOnly: true });
    },
  }).visit(program);
  return found;
}
