import { parseSync, Visitor } from 'oxc-parser';

/**
 * What the checks want to know of a compiled module or a declaration.
 *
 * @typedef {object} PackedModule
 * @property {string} file
 * @property {string[]} imports what it names, types included
 * @property {number[]} effects the lines of the statements that do something when it is loaded
 */

/**
 * @param {string} file
 * @param {string} source
 * @returns {PackedModule}
 */
export function packedModule(file, source) {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);

  /** @type {(string | null | undefined)[]} */
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
  ];
  new Visitor({
    // One that is no literal is of a module that somebody else names.
    ImportExpression: ({ source: from }) => {
      if (from.type === 'Literal') imports.push(String(from.value));
    },
    TSImportType: ({ source: { value } }) => {
      imports.push(value);
    },
  }).visit(program);

  const effects = program.body
    .filter((statement) => statement.type === 'ExpressionStatement')
    .map(({ start }) => source.slice(0, start).split('\n').length);
  return {
    file,
    imports: [...new Set(imports.filter((name) => typeof name === 'string'))],
    effects,
  };
}
