import { isDeepStrictEqual } from 'node:util';
import type { Expectation } from './expectation.js';
import { type Members, membersOf, show } from './members.js';

/**
 * Expectations of one response object. Each looks at no more than it names: that both of result and
 * error stand there, say, is one rule's affair and no other's.
 */
type OfResponse = Expectation<unknown>;

export function result(id: unknown, value: unknown): OfResponse {
  return responseWith(
    `a Response with the result ${show(value)} and the id ${show(id)}`,
    (members) =>
      !Object.hasOwn(members, 'result')
        ? 'there is no result'
        : isDeepStrictEqual(members['result'], value)
          ? idFault(members, [id])
          : `the result is ${show(members['result'])}`,
  );
}

/** An error with one of these codes and one of these ids. */
export function error(codes: number | readonly number[], ...ids: readonly unknown[]): OfResponse {
  const allowed = typeof codes === 'number' ? [codes] : codes;
  const words = `an error with the code ${allowed.join(' or ')} and the id ${ids.map(show).join(' or ')}`;
  return responseWith(words, (members) => {
    const object = membersOf(members['error']);
    if (object === undefined) return 'there is no error';
    const code = object['code'];
    return allowed.includes(code as number)
      ? idFault(members, ids)
      : `the code of the error is ${show(code)}`;
  });
}

/** An error of any code. */
export function anyError(...ids: readonly unknown[]): OfResponse {
  return responseWith(`an error with the id ${ids.map(show).join(' or ')}`, (members) =>
    membersOf(members['error']) === undefined ? 'there is no error' : idFault(members, ids),
  );
}

/** A result or an error. */
export function response(id: unknown): OfResponse {
  return responseWith(`a Response with the id ${show(id)}`, (members) =>
    Object.hasOwn(members, 'result') || Object.hasOwn(members, 'error')
      ? idFault(members, [id])
      : 'there is neither a result nor an error',
  );
}

/** Whatever else it is, not this result. */
export function anotherResult(id: unknown, value: unknown): OfResponse {
  return responseWith(
    `a Response without the result ${show(value)}, with the id ${show(id)}`,
    (members) =>
      isDeepStrictEqual(members['result'], value)
        ? `the result is ${show(value)}`
        : idFault(members, [id]),
  );
}

/** A response object of which `fault` finds nothing wrong. */
export function responseWith(
  words: string,
  fault: (members: Members) => string | undefined,
): OfResponse {
  return {
    words,
    fault: (value) => {
      const members = membersOf(value);
      return members === undefined ? `${kindOf(value)} came in its place` : fault(members);
    },
  };
}

function idFault(members: Members, allowed: readonly unknown[]): string | undefined {
  const id = members['id'];
  return allowed.some((one) => isDeepStrictEqual(one, id)) ? undefined : `the id is ${show(id)}`;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? `an array of ${value.length}` : show(value);
}
