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

interface Container {
  readonly kind: 'object' | 'array';
  readonly names: string[];
  name: string | undefined;
  index: number;
  /** Whether the next token is a value. */
  expectsValue: boolean;
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Finds out what can be written at a position, from the tokens before it. Returns undefined after a value. */
export function jsonCursor(text: string, position: number): JsonCursor | undefined {
  const stack: Container[] = [];
  let isComplete = false;
  let start = position;
  for (const { 0: token, index } of text.slice(0, position).matchAll(TOKEN)) {
    const isLast = index + token.length === position;
    const top = stack.at(-1);
    if (/^\s/.test(token)) continue;
    if (isLast && isWord(token)) {
      start = index;
      break;
    }
    isComplete = apply(token, stack, top);
  }
  if (isComplete) return undefined;
  const top = stack.at(-1);
  const isName = top?.kind === 'object' && !top.expectsValue;
  const containers = isName ? stack.slice(0, -1) : stack;
  return {
    path: containers.map(({ kind, name = '', index }) => (kind === 'object' ? name : index)),
    kind: isName ? 'name' : 'value',
    from: start,
    names: isName ? top.names : [],
  };
}

/** Whether a token can still become longer. A closed string can't. */
function isWord(token: string): boolean {
  if (token.startsWith('"')) return !/^"(?:[^"\\]|\\.)*"$/s.test(token);
  return !/^[{}[\],:]$/.test(token);
}

/** Returns whether the value of the innermost container is complete. */
function apply(token: string, stack: Container[], top: Container | undefined): boolean {
  switch (token) {
    case '{':
    case '[': {
      const kind = token === '{' ? 'object' : 'array';
      stack.push({ kind, names: [], name: undefined, index: 0, expectsValue: kind === 'array' });
      return false;
    }
    case '}':
    case ']':
      stack.pop();
      return true;
    case ',':
      if (top?.kind === 'array') top.index += 1;
      else if (top !== undefined) top.expectsValue = false;
      return false;
    case ':':
      if (top !== undefined) top.expectsValue = true;
      return false;
    default:
      return applyScalar(token, top);
  }
}

function applyScalar(token: string, top: Container | undefined): boolean {
  if (top?.kind !== 'object' || top.expectsValue) return true;
  top.name = unquote(token);
  top.names.push(top.name);
  // A colon has to follow.
  return true;
}

function unquote(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}
