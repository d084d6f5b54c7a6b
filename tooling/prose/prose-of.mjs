import { parseSync, Visitor } from 'oxc-parser';

/** Code in comments: blocks, spans, the targets of links, and the names after `@param`. */
const CODE = /```.*?```|`[^`\n]*`|\{@link [^}]*\}|@\w+(?: [\w.]+ -)?/gs;

/**
 * Blanks everything in a TypeScript source except comments and the strings that contain a space.
 * Every character keeps its line and column.
 *
 * @param {string} file
 * @param {string} source
 * @returns {string}
 */
export function proseOf(file, source) {
  const { program, comments } = parseSync(file, source);
  const ranges = comments.map(({ start, end }) => ({ start: start + 2, end }));
  new Visitor({
    Literal({ value, start, end }) {
      if (typeof value === 'string' && value.includes(' '))
        ranges.push({ start: start + 1, end: end - 1 });
    },
    // The range of an element includes its delimiters.
    TemplateElement({ value: { raw }, start }) {
      if (raw.includes(' ')) ranges.push({ start: start + 1, end: start + 1 + raw.length });
    },
  }).visit(program);

  let prose = '';
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < prose.length) continue;
    prose += blank(source.slice(prose.length, start));
    prose += source.slice(start, end).replaceAll(CODE, blank).replaceAll(/^ *\*/gm, blank);
  }
  return prose + blank(source.slice(prose.length));
}

/** @param {string} text */
function blank(text) {
  return text.replaceAll(/[^\n]/g, ' ');
}
