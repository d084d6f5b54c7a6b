import type { Fault } from '../fault.js';
import { Failure, isObject, type Members, rightRules } from '../rules.js';

/** Changes the members of every response object. */
const everyResponse = (change: (members: Members) => unknown): NonNullable<Fault['rules']> => ({
  success: (id, result) => change(rightRules.success(id, result) as Members),
  error: (failure, id) => change(rightRules.error(failure, id) as Members),
});

const everyError = (change: (error: Members) => unknown): NonNullable<Fault['rules']> => ({
  error: (failure, id) => {
    const response = rightRules.error(failure, id) as Members;
    return { ...response, error: change(response['error'] as Members) };
  },
});

export const responseFaults: readonly Fault[] = [
  {
    name: 'leaves jsonrpc out of errors',
    rules: {
      error: (failure, id) => ({
        ...(rightRules.error(failure, id) as Members),
        jsonrpc: undefined,
      }),
    },
    fails: ['response.version', 'kit.member-order'],
  },
  {
    name: 'has the version as a number',
    rules: everyResponse((members) => ({ ...members, jsonrpc: 2 })),
    fails: ['response.version', 'kit.member-order'],
  },
  {
    name: 'has result and error, one of them null',
    rules: everyResponse((members) => ({ result: null, error: null, ...members })),
    fails: ['response.either', 'kit.member-order'],
  },
  {
    name: 'has a result beside an error',
    rules: {
      error: (failure, id) => ({ ...(rightRules.error(failure, id) as Members), result: null }),
    },
    fails: ['response.either'],
  },
  {
    name: 'drops a result of nothing',
    rules: {
      success: (id, result) => ({ jsonrpc: '2.0', id, result }),
    },
    fails: ['response.result-of-nothing'],
  },
  {
    name: 'answers an exception as a result',
    rules: {
      error: (failure, id) =>
        failure.code === -32603
          ? rightRules.success(id, failure.message)
          : rightRules.error(failure, id),
    },
    fails: ['batch.isolated', 'response.failed-call', 'kit.no-internals'],
  },
  {
    name: 'tells the message of an exception',
    rules: {
      failureOf: (error) =>
        error instanceof Failure ? error : new Failure(-32603, (error as Error).message),
    },
    fails: ['kit.no-internals'],
  },
  {
    name: 'tells the stack of an exception',
    rules: {
      failureOf: (error) =>
        error instanceof Failure
          ? error
          : new Failure(-32603, 'Internal error', (error as Error).stack),
    },
    fails: ['kit.no-internals'],
  },
  {
    name: 'has a reserved code for exceptions',
    rules: {
      failureOf: (error) =>
        error instanceof Failure ? error : new Failure(-32400, 'System error'),
    },
    fails: ['error.reserved-code-of-exception', 'kit.no-internals'],
  },
  {
    name: 'has a reserved code for unknown methods',
    rules: {
      error: (failure, id) =>
        rightRules.error(
          failure.code === -32601 ? new Failure(-32100, failure.message) : failure,
          id,
        ),
    },
    fails: [
      'id.of-errors',
      'method.unknown',
      'method.inherited-name',
      'method.reserved-name',
      'method.exact-name',
      'method.empty-name',
      'batch.mixed',
      'batch.of-errors',
      'error.reserved-codes',
      'kit.batch-order',
      'kit.member-order',
      'kit.messages',
      'kit.method-route-refusals',
    ],
  },
  {
    name: 'has a text for the error of an unknown method',
    rules: everyError((error) => (error['code'] === -32601 ? error['message'] : error)),
    fails: [
      'id.of-errors',
      'method.unknown',
      'method.inherited-name',
      'method.reserved-name',
      'method.exact-name',
      'method.empty-name',
      'batch.mixed',
      'batch.of-errors',
      'error.object',
      'error.code',
      'error.message',
      'error.reserved-codes',
      'kit.batch-order',
      'kit.member-order',
      'kit.messages',
      'kit.method-route-refusals',
    ],
  },
  {
    name: 'has a text for the code of an unknown method',
    rules: everyError((error) =>
      error['code'] === -32601 ? { ...error, code: 'NOT_FOUND' } : error,
    ),
    fails: [
      'id.of-errors',
      'method.unknown',
      'method.inherited-name',
      'method.reserved-name',
      'method.exact-name',
      'method.empty-name',
      'batch.mixed',
      'batch.of-errors',
      'error.code',
      'kit.batch-order',
      'kit.member-order',
      'kit.messages',
      'kit.method-route-refusals',
    ],
  },
  {
    name: 'has a fraction for the code of what is no JSON',
    rules: everyError((error) => (error['code'] === -32700 ? { ...error, code: -32700.5 } : error)),
    fails: [
      'parse.broken',
      'parse.broken-batch',
      'parse.not-quite-json',
      'parse.empty',
      'error.code',
      'error.reserved-codes',
      'kit.messages',
      'kit.byte-order-mark',
      'kit.invalid-utf-8',
      'kit.empty-body',
    ],
  },
  {
    name: 'has a message that is an object',
    rules: everyError((error) => ({ ...error, message: { text: error['message'] } })),
    fails: ['error.message', 'kit.member-order', 'kit.messages', 'kit.no-internals'],
  },
  {
    name: 'has messages of its own',
    rules: everyError((error) => ({ ...error, message: 'Oops' })),
    fails: ['kit.messages', 'kit.no-internals'],
  },
  {
    name: 'has the members in another order',
    rules: everyResponse(({ id, ...members }) => ({ ...members, id })),
    fails: ['kit.member-order'],
  },
  {
    name: 'tells one problem only',
    rules: everyError((error) => {
      const data = error['data'];
      const errors = isObject(data) ? (data['errors'] as unknown[]) : undefined;
      return errors === undefined ? error : { ...error, data: { errors: errors.slice(0, 1) } };
    }),
    fails: ['kit.problems-of-request', 'kit.problems-of-params'],
  },
  {
    name: 'tells no problems of parameters',
    rules: everyError((error) => {
      if (error['code'] !== -32602) return error;
      return { code: error['code'], message: error['message'] };
    }),
    fails: ['kit.problems-of-params'],
  },
  {
    name: 'repeats values that it refuses',
    rules: {
      parse: (text) => {
        const value = rightRules.parse(text);
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
