/** Where a function of a profile stands, in words that a reader of the sources knows. */
export interface Place {
  /** A package, Node, or what V8 itself does. */
  readonly group: string;
  /** The file within it; empty where there is none. */
  readonly file: string;
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
}

/** V8's own names, in plainer words. */
const V8_GROUPS: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'V8 and system calls'],
  ['(idle)', 'idle'],
  ['(root)', 'V8 and system calls'],
]);

export function placeOf({ functionName, url }: CallFrame): Place {
  const v8 = V8_GROUPS.get(functionName);
  if (v8 !== undefined) return { group: v8, file: '' };
  if (url === '') return { group: 'built-in functions', file: '' };
  if (url.startsWith('node:')) return { group: 'Node', file: url };
  const inner = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)(.+)$/.exec(url);
  if (inner !== null) return { group: inner[1] ?? '', file: inner[2] ?? '' };
  const own = /\/packages\/([^/]+)\/dist\/(.+)$/.exec(url);
  if (own !== null) return { group: `jsonrpc-kit ${own[1]}`, file: own[2] ?? '' };
  return { group: 'other', file: url };
}
