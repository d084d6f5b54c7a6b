import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type Node = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

interface Range {
  readonly from: number;
  readonly to: number;
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);
const PARSE_MS = 100;

/**
 * Returns the range of a value in a JSON text, by the names and indexes that lead to it. If the text
 * doesn't contain the value, returns the range of the innermost object or array around its place.
 *
 * @param names the names of params by position
 */
export function valueRange(
  state: EditorState,
  loc: readonly (string | number)[],
  names: readonly string[] = [],
): Range {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  let value = tree === null ? undefined : valuesOf(tree.topNode)[0];
  if (value === undefined) return { from: 0, to: 0 };
  for (const [depth, step] of loc.entries()) {
    const position = depth === 0 ? names.indexOf(String(step)) : -1;
    const inner: Node | undefined =
      value.name === 'Object'
        ? memberOf(state, value, String(step))
        : valuesOf(value)[position === -1 ? Number(step) : position];
    if (inner === undefined) break;
    value = inner;
  }
  const { from, to, name } = value;
  // An object or array may have many lines. Its bracket is marked.
  return name === 'Object' || name === 'Array' ? { from, to: from + 1 } : { from, to };
}

function valuesOf(node: Node): readonly Node[] {
  return childrenOf(node).filter(({ name }) => VALUES.has(name));
}

/** Of several members with the same name, the last one counts. */
function memberOf(state: EditorState, object: Node, name: string): Node | undefined {
  const property = object.getChildren('Property').findLast((one) => nameOf(state, one) === name);
  return property === undefined ? undefined : valuesOf(property)[0];
}

function nameOf(state: EditorState, property: Node): unknown {
  const name = property.getChild('PropertyName');
  try {
    return name === null ? undefined : JSON.parse(state.sliceDoc(name.from, name.to));
  } catch {
    return undefined;
  }
}

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
