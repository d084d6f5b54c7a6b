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

/** In an `import()` of a module that a user of ours names, which is no arrow between our own. */
const OF_THE_USER = '/* of the user */';

/**
 * The imports and re-exports of a module, static and dynamic, in the order in which they stand.
 *
 * @throws SyntaxError for an `import()` of which nobody can say what it loads
 */
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
    ImportExpression: ({ source: from, start }) => {
      if (source.slice(start, from.start).includes(OF_THE_USER)) return;
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
