import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { nameOf, type Node } from '../schema/json-cursor.js';

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
  const text = state.doc.toString();
  for (const [depth, step] of loc.entries()) {
    const position = depth === 0 ? names.indexOf(String(step)) : -1;
    const inner: Node | undefined =
      value.name === 'Object'
        ? memberOf(value, String(step), text)
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
function memberOf(object: Node, name: string, text: string): Node | undefined {
  const property = object.getChildren('Property').findLast((one) => nameOf(one, text) === name);
  return property === undefined ? undefined : valuesOf(property)[0];
}

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
