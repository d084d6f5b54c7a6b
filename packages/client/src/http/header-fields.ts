import { NotSentError } from '../errors/transport-errors.js';

/** HTTP headers: a record, a `Headers` or a `Map`. One that is undefined is left out. */
export type HeaderFields =
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [name: string, value: string | undefined]>;

/**
 * All of the fields; a later one is in place of an earlier one of the same name.
 *
 * @throws NotSentError where a name or a value is none that HTTP allows
 */
export function headersOf(...parts: readonly (HeaderFields | undefined)[]): Headers {
  const headers = new Headers();
  try {
    for (const part of parts) {
      for (const [name, value] of entriesOf(part)) {
        if (value !== undefined) headers.set(name, value);
      }
    }
  } catch (cause) {
    throw new NotSentError('A header has a name or a value that HTTP does not allow', { cause });
  }
  return headers;
}

function entriesOf(fields: HeaderFields = {}): Iterable<readonly [string, string | undefined]> {
  return Symbol.iterator in fields ? fields : Object.entries(fields);
}
