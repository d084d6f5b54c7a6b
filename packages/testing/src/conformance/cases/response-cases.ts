import { jsonRpc } from '../case/clause.js';
import {
  type Attempt,
  attempt,
  type CaseSettings,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { everyError, everyResponse } from '../expectation/every-response.js';
import type { Expectation } from '../expectation/expectation.js';
import { type Members, membersOf, show } from '../expectation/members.js';
import { anyError, responseWith } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('response_object');
const errorClause = jsonRpc('error_object');

/** Requests that bring all kinds of errors about; the first of them is understood by any server. */
const FAILING = [
  requestText({ method: 'foobar', id: 1 }),
  '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
  '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
  '[]',
  '[1,2]',
];

const always =
  (rule: Expectation<Members>) =>
  ({ methods }: CaseSettings): readonly Attempt[] => [
    attempt(
      post(requestText({ method: methods.get_data, id: 1 })),
      everyResponse(rule, { needed: true }),
    ),
    ...FAILING.map((text) => attempt(post(text), everyResponse(rule, { needed: false }))),
  ];

const inErrors = (rule: Expectation<Members>) => (): readonly Attempt[] =>
  FAILING.map((text, index) => attempt(post(text), everyError(rule, { needed: index === 0 })));

const DEFINED = new Set([-32700, -32600, -32601, -32602, -32603]);

function isReserved(code: unknown): boolean {
  if (typeof code !== 'number' || DEFINED.has(code)) return false;
  const isServerError = code >= -32099 && code <= -32000;
  return code >= -32768 && code <= -32000 && !isServerError;
}

const notReserved: Expectation<Members> = {
  words: 'the code is none of those reserved for future use (-32768 to -32000)',
  fault: ({ code }) => (isReserved(code) ? `the code is ${show(code)}` : undefined),
};

/** The shape of every response object. */
export const responseCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'response.version',
    level: 'MUST',
    title: 'Every Response has the member jsonrpc, which is "2.0"',
    clause,
    needsBatchOf: 2,
    attempts: always({
      words: 'the member jsonrpc is "2.0"',
      fault: ({ jsonrpc }) => (jsonrpc === '2.0' ? undefined : `jsonrpc is ${show(jsonrpc)}`),
    }),
  },
  {
    id: 'response.id',
    level: 'MUST',
    title: 'Every Response has the member id, which is null where none could be told',
    clause,
    needsBatchOf: 2,
    attempts: always({
      words: 'the member id is there',
      fault: (members) => (Object.hasOwn(members, 'id') ? undefined : 'there is no id'),
    }),
  },
  {
    id: 'response.either',
    level: 'MUST',
    title: 'No Response has both result and error',
    clause,
    needsBatchOf: 2,
    attempts: always({
      words: 'either result or error is there',
      fault: (members) =>
        Object.hasOwn(members, 'result') && Object.hasOwn(members, 'error')
          ? 'both are there'
          : undefined,
    }),
  },
  {
    id: 'response.result-of-nothing',
    level: 'MUST',
    title: 'A method that returns nothing has a result all the same',
    clause,
    needs: ['update'],
    attempts: ({ methods }) => [
      attempt(
        post(requestText({ method: methods.update, params: [1, 2], id: 1 })),
        body(
          responseWith('a Response with the member result', (members) =>
            Object.hasOwn(members, 'result') ? undefined : 'there is no result',
          ),
        ),
      ),
    ],
  },
  {
    id: 'response.failed-call',
    level: 'MUST',
    title: 'A method that fails unexpectedly is answered by an error with the id of the request',
    clause: errorClause,
    needs: ['throws'],
    attempts: ({ methods }) => [
      attempt(
        post(requestText({ method: methods.throws, params: { secret: 'x' }, id: 1 })),
        body(anyError(1)),
      ),
    ],
  },
  {
    id: 'error.object',
    level: 'MUST',
    title: 'The member error is an object',
    clause: errorClause,
    attempts: () => [
      attempt(
        post(requestText({ method: 'foobar', id: 1 })),
        body(
          responseWith('a Response whose error is an object', ({ error }) =>
            membersOf(error) === undefined ? `the error is ${show(error)}` : undefined,
          ),
        ),
      ),
    ],
  },
  {
    id: 'error.code',
    level: 'MUST',
    title: 'The code of an error is an integer',
    clause: errorClause,
    needsBatchOf: 2,
    attempts: inErrors({
      words: 'the code is an integer',
      fault: ({ code }) => (Number.isInteger(code) ? undefined : `the code is ${show(code)}`),
    }),
  },
  {
    id: 'error.message',
    level: 'MUST',
    title: 'The message of an error is a string',
    clause: errorClause,
    needsBatchOf: 2,
    attempts: inErrors({
      words: 'the message is a string',
      fault: ({ message }) =>
        typeof message === 'string' ? undefined : `the message is ${show(message)}`,
    }),
  },
  {
    id: 'error.reserved-codes',
    level: 'MUST',
    title: 'No code of an error is one of those reserved for future use',
    clause: errorClause,
    needsBatchOf: 2,
    attempts: inErrors(notReserved),
  },
  {
    id: 'error.reserved-code-of-exception',
    level: 'MUST',
    title: 'A method that fails unexpectedly has no code reserved for future use',
    clause: errorClause,
    needs: ['throws'],
    attempts: ({ methods }) => [
      attempt(
        post(requestText({ method: methods.throws, params: { secret: 'x' }, id: 1 })),
        everyError(notReserved, { needed: false }),
      ),
    ],
  },
]);
