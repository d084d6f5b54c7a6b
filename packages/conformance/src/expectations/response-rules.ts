import { jsonOf, type ReceivedResponse } from '../http/received-response.js';
import { describeValue, type Members, membersOf } from './response-expectation.js';

interface Rule {
  readonly description: string;
  findProblem(members: Members): string | undefined;
}

const STANDARD_CODES: readonly number[] = [-32700, -32600, -32601, -32602, -32603];

/** The name of a rule for all response objects or error objects of a body. */
export type ResponseRule =
  | 'response.version'
  | 'response.id'
  | 'response.either'
  | 'error.code'
  | 'error.message'
  | 'error.reserved-codes';

export const responseRules: Readonly<Record<ResponseRule, Rule>> = {
  'response.version': {
    description: 'the member jsonrpc is "2.0"',
    findProblem: ({ jsonrpc }) =>
      jsonrpc === '2.0' ? undefined : `jsonrpc is ${describeValue(jsonrpc)}`,
  },
  'response.id': {
    description: 'the member id is present',
    findProblem: (members) => (Object.hasOwn(members, 'id') ? undefined : 'the response has no id'),
  },
  'response.either': {
    description: 'there is either a result or an error',
    findProblem: (members) =>
      Object.hasOwn(members, 'result') && Object.hasOwn(members, 'error')
        ? 'there are both a result and an error'
        : undefined,
  },
  'error.code': {
    description: 'the code is an integer',
    findProblem: ({ code }) =>
      Number.isInteger(code) ? undefined : `the error code is ${describeValue(code)}`,
  },
  'error.message': {
    description: 'the message is a string',
    findProblem: ({ message }) =>
      typeof message === 'string' ? undefined : `the error message is ${describeValue(message)}`,
  },
  'error.reserved-codes': {
    description: 'the code is not reserved for future use (-32768 to -32000)',
    findProblem: ({ code }) =>
      isReserved(code) ? `the error code is ${describeValue(code)}` : undefined,
  },
};

/** The codes -32099 to -32000 are for servers to define. */
function isReserved(code: unknown): boolean {
  if (typeof code !== 'number' || STANDARD_CODES.includes(code)) return false;
  return code >= -32768 && code < -32099;
}

export function findRuleProblem(
  name: ResponseRule,
  response: ReceivedResponse,
): string | undefined {
  const kind = name.startsWith('response.') ? 'response' : 'error';
  for (const members of objectsIn(response, kind)) {
    const problem = responseRules[name].findProblem(members);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the response objects, or their error objects, of a body that is one of them or an array. */
export function objectsIn(
  response: ReceivedResponse,
  kind: 'response' | 'error',
): readonly Members[] {
  const responses = [jsonOf(response)?.value]
    .flat()
    .map(membersOf)
    .filter((members) => members !== undefined)
    .filter((members) => Object.hasOwn(members, 'result') || Object.hasOwn(members, 'error'));
  if (kind === 'response') return responses;
  return responses.map(({ error }) => membersOf(error)).filter((error) => error !== undefined);
}
