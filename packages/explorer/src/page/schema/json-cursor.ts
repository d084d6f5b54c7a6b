import { jsonLanguage } from '@codemirror/lang-json';

/** A position in a JSON text, which may be incomplete. */
export interface JsonCursor {
  /** The names and indexes that lead to the value, or to the object of the name. */
  readonly path: readonly (string | number)[];
  readonly kind: 'name' | 'value';
  /** The start of the text to replace. */
  readonly from: number;
  /** The names that the object already has before the position. */
  readonly names: readonly string[];
}

/** A node of the syntax tree of a JSON text. */
export type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** Finds out what can be written at a position, from the text before it. Returns undefined after a value. */
export function jsonCursor(text: string, position: number): JsonCursor | undefined {
  const from = startOfWord(text.slice(0, position));
  const inner = jsonLanguage.parser.parse(text.slice(0, from)).resolveInner(from, -1);
  const parent = inner.firstChild === null ? (inner.parent ?? inner) : inner;
  let previous = parent.childBefore(from);
  // An empty node is what is missing.
  while (previous !== null && previous.from === previous.to) previous = previous.prevSibling;
  if (previous !== null && !'{[,:'.includes(previous.name)) return undefined;

  const path: (string | number)[] = [];
  for (let node: Node | null = parent; node !== null; node = node.parent) {
    if (node.name === 'Property') path.unshift(nameOf(node, text));
    if (node.name === 'Array') path.unshift(node.getChildren(',').length);
  }
  const isName = parent.name === 'Object';
  const names = isName ? parent.getChildren('Property').map((one) => nameOf(one, text)) : [];
  return { path, kind: isName ? 'name' : 'value', from, names };
}

/** Returns the name of a property, which is empty if it is missing. */
export function nameOf(property: Node, text: string): string {
  const { from = 0, to = 0 } = property.getChild('PropertyName') ?? {};
  return String(JSON.parse(text.slice(from, to) || '""'));
}

/** Returns the start of the unfinished word or string at the end of a text, or the length of the text. */
function startOfWord(text: string): number {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*("?)/gs, (one, end: string) =>
    end === '' ? one : '}'.repeat(one.length),
  );
  // Both patterns begin at each place only once, so a long text takes no quadratic time.
  return withoutStrings.search(/"|(?<![^\s{}[\],:"])[^\s{}[\],:"]*$/);
}
