import { PARSE_ERRORS, UNKNOWN_METHODS, type Violation } from './violation.js';
import { Failure, isObject, type Members, correctBehavior } from '../behavior.js';

/** Changes the members of every response object. */
const everyResponse = (
  change: (members: Members) => unknown,
): NonNullable<Violation['behavior']> => ({
  success: (id, result) => change(correctBehavior.success(id, result) as Members),
  error: (failure, id) => change(correctBehavior.error(failure, id) as Members),
});

const everyError = (change: (error: Members) => unknown): NonNullable<Violation['behavior']> => ({
  error: (failure, id) => {
    const response = correctBehavior.error(failure, id) as Members;
    return { ...response, error: change(response['error'] as Members) };
  },
});

export const responseViolations: readonly Violation[] = [
  {
    name: 'omits jsonrpc from errors',
    behavior: {
      error: (failure, id) => ({
        ...(correctBehavior.error(failure, id) as Members),
        jsonrpc: undefined,
      }),
    },
    fails: ['response.version', 'kit.member-order'],
  },
  {
    name: 'sends the version as a number',
    behavior: everyResponse((members) => ({ ...members, jsonrpc: 2 })),
    fails: ['response.version', 'kit.member-order'],
  },
  {
    name: 'sends both result and error, one of them null',
    behavior: everyResponse((members) => ({ result: null, error: null, ...members })),
    fails: ['response.either', 'kit.member-order'],
  },
  {
    name: 'sends a result beside an error',
    behavior: {
      error: (failure, id) => ({
        ...(correctBehavior.error(failure, id) as Members),
        result: null,
      }),
    },
    fails: ['response.either'],
  },
  {
    name: 'omits the result if a method returns nothing',
    behavior: {
      success: (id, result) => ({ jsonrpc: '2.0', id, result }),
    },
    fails: ['response.result-of-nothing'],
  },
  {
    name: 'sends an exception as a result',
    behavior: {
      error: (failure, id) =>
        failure.code === -32603
          ? correctBehavior.success(id, failure.message)
          : correctBehavior.error(failure, id),
    },
    fails: ['batch.isolated', 'response.failed-call', 'kit.no-internals'],
  },
  {
    name: 'sends the message of an exception',
    behavior: {
      failureOf: (error) =>
        error instanceof Failure ? error : new Failure(-32603, (error as Error).message),
    },
    fails: ['kit.no-internals'],
  },
  {
    name: 'sends the stack of an exception',
    behavior: {
      failureOf: (error) =>
        error instanceof Failure
          ? error
          : new Failure(-32603, 'Internal error', (error as Error).stack),
    },
    fails: ['kit.no-internals'],
  },
  {
    name: 'uses a reserved code for exceptions',
    behavior: {
      failureOf: (error) =>
        error instanceof Failure ? error : new Failure(-32400, 'System error'),
    },
    fails: ['error.reserved-code-of-exception', 'kit.no-internals'],
  },
  {
    name: 'uses a reserved code for unknown methods',
    behavior: {
      error: (failure, id) =>
        correctBehavior.error(
          failure.code === -32601 ? new Failure(-32100, failure.message) : failure,
          id,
        ),
    },
    fails: [...UNKNOWN_METHODS, 'method.empty-name', 'error.reserved-codes'],
  },
  {
    name: 'sends the error of an unknown method as a string',
    behavior: everyError((error) => (error['code'] === -32601 ? error['message'] : error)),
    fails: [
      ...UNKNOWN_METHODS,
      'id.of-errors',
      'method.empty-name',
      'batch.of-errors',
      'error.object',
      'error.code',
      'error.message',
      'error.reserved-codes',
    ],
  },
  {
    name: 'sends the code of an unknown method as a string',
    behavior: everyError((error) =>
      error['code'] === -32601 ? { ...error, code: 'NOT_FOUND' } : error,
    ),
    fails: [...UNKNOWN_METHODS, 'method.empty-name', 'error.code'],
  },
  {
    name: 'sends a fractional code for malformed JSON',
    behavior: everyError((error) =>
      error['code'] === -32700 ? { ...error, code: -32700.5 } : error,
    ),
    fails: [...PARSE_ERRORS, 'error.code', 'error.reserved-codes', 'kit.messages'],
  },
  {
    name: 'sends error messages as objects',
    behavior: everyError((error) => ({ ...error, message: { text: error['message'] } })),
    fails: ['error.message', 'kit.member-order', 'kit.messages', 'kit.no-internals'],
  },
  {
    name: 'changes the messages of the standard errors',
    behavior: everyError((error) => ({ ...error, message: 'Oops' })),
    fails: ['kit.messages', 'kit.no-internals'],
  },
  {
    name: 'sends the members of a response in another order',
    behavior: everyResponse(({ id, ...members }) => ({ ...members, id })),
    fails: ['kit.member-order'],
  },
  {
    name: 'lists one problem only',
    behavior: everyError((error) => {
      const data = error['data'];
      const errors = isObject(data) ? (data['errors'] as unknown[]) : undefined;
      return errors === undefined ? error : { ...error, data: { errors: errors.slice(0, 1) } };
    }),
    fails: ['kit.problems-of-request', 'kit.problems-of-params'],
  },
  {
    name: 'lists no problems of parameters',
    behavior: everyError((error) => {
      if (error['code'] !== -32602) return error;
      return { code: error['code'], message: error['message'] };
    }),
    fails: ['kit.problems-of-params'],
  },
  {
    name: 'repeats rejected values',
    behavior: {
      parse: (text) => {
        const value = correctBehavior.parse(text);
        if (isObject(value) && isObject(value['params'])) lastValue = value['params']['minuend'];
        return value;
      },
      ...everyError((error) =>
        error['code'] === -32602
          ? { ...error, message: `Invalid params: ${String(lastValue)}` }
          : error,
      ),
    },
    fails: ['kit.problems-of-params'],
  },
];

let lastValue: unknown;
