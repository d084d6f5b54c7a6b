import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Fault } from './fault.js';
import type { Fence } from './markdown-fences.js';

/** What keeps a block from being JSON. */
export function jsonFault(
  { code, line }: Fence,
  comments: boolean,
): Omit<Fault, 'page'> | undefined {
  const errors: ParseError[] = [];
  parse(code, errors, { disallowComments: !comments });
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = code.slice(0, first.offset).split('\n');
  return {
    line: line + before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    message: `this is not JSON: ${printParseErrorCode(first.error)}`,
  };
}
