import { kitPromise as clause } from '../case/clause.js';
import {
  attempt,
  type CaseDefinition,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body, orderedBatchOf } from '../expectation/body.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { membersOf, show } from '../expectation/members.js';
import { error, responseWith, result } from '../expectation/response-object.js';
import type { Answer } from '../target/answer.js';
import { batchText, requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

/** The text begins with these members, in this order and without white space. */
const beginsWith = (text: string): Expectation<Answer> => ({
  words: `a body that begins with ${text}`,
  fault: (answer) => (answer.text.startsWith(text) ? undefined : 'it begins with something else'),
});

const errorOf = (
  words: string,
  isRight: (error: Readonly<Record<string, unknown>>) => boolean,
): Expectation<unknown> =>
  responseWith(`an error with ${words}`, (members) => {
    const object = membersOf(members['error']);
    if (object === undefined) return 'there is no error';
    return isRight(object) ? undefined : `the error is ${show(object)}`;
  });

/** `data.errors` names problems at just these places. */
const problemsAt = (...places: readonly (readonly unknown[])[]): Expectation<unknown> =>
  errorOf(`problems in data.errors at ${places.map(show).join(' and ')}`, ({ data }) => {
    const problems = membersOf(data)?.['errors'];
    if (!Array.isArray(problems)) return false;
    const found = problems.map((problem) => show(membersOf(problem)?.['loc']));
    return show(found.toSorted()) === show(places.map(show).toSorted());
  });

const MESSAGES: readonly (readonly [string, string, number])[] = [
  ['{', 'Parse error', -32700],
  ['[]', 'Invalid Request', -32600],
  [requestText({ method: 'foobar', id: 1 }), 'Method not found', -32601],
];

const definitions: readonly CaseDefinition[] = [
  {
    id: 'kit.batch-order',
    level: 'MUST',
    title: 'The answers to a batch stand in the order of its requests',
    clause,
    needs: ['wait', 'get_data'],
    needsBatchOf: 4,
    attempts: ({ methods }) => [
      attempt(
        post(
          batchText([
            { method: methods.wait, params: { milliseconds: 30 }, id: 1 },
            { method: 'foobar', id: 2 },
            { method: methods.wait, params: { milliseconds: 1 }, id: 3 },
            { method: methods.get_data, id: 4 },
          ]),
        ),
        orderedBatchOf(result(1, 30), error(-32601, 2), result(3, 1), result(4, ['hello', 5])),
      ),
    ],
  },
  {
    id: 'kit.batch-of-one',
    level: 'MUST',
    title: 'A batch of one is answered by an array of one, whatever that one is',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(batchText([{ method, id: 1 }])), orderedBatchOf(result(1, ['hello', 5]))),
      attempt(post('[[]]'), orderedBatchOf(error(-32600, null))),
      attempt(post('[{}]'), orderedBatchOf(error(-32600, null))),
    ],
  },
  {
    id: 'kit.member-order',
    level: 'MUST',
    title: 'The members of a response stand in the order jsonrpc, id, result or error',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(
        post(requestText({ method, id: 1 })),
        beginsWith('{"jsonrpc":"2.0","id":1,"result":['),
      ),
      attempt(
        post(requestText({ method: 'foobar', id: 1 })),
        beginsWith('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"'),
      ),
    ],
  },
  {
    id: 'kit.messages',
    level: 'MUST',
    title: 'The messages of the standard errors are those of the specification',
    clause,
    attempts: () =>
      MESSAGES.map(([text, message, code]) =>
        attempt(
          post(text),
          body(
            errorOf(
              `the code ${code} and the message ${message}`,
              (found) => found['code'] === code && found['message'] === message,
            ),
          ),
        ),
      ),
  },
  {
    id: 'kit.problems-of-request',
    level: 'MUST',
    title: 'An Invalid Request tells all its problems in data.errors',
    clause,
    attempts: () => [
      attempt(
        post('{"jsonrpc":"1.0","method":1,"id":1}'),
        body(problemsAt(['jsonrpc'], ['method'])),
      ),
    ],
  },
  {
    id: 'kit.problems-of-params',
    level: 'MUST',
    title: 'Invalid params tell all their problems, and do not repeat the values',
    clause,
    needs: ['subtract'],
    attempts: ({ methods: { subtract: method } }) => [
      attempt(
        post(requestText({ method, params: { minuend: 'hush-hush', subtrahend: true }, id: 1 })),
        allOf(
          body(error(-32602, 1)),
          body(problemsAt(['minuend'], ['subtrahend'])),
          without('hush-hush'),
        ),
      ),
    ],
  },
  {
    id: 'kit.no-internals',
    level: 'MUST',
    title: 'Of an unexpected exception nothing reaches the client',
    clause,
    needs: ['throws'],
    attempts: ({ methods: { throws: method } }) => [
      attempt(
        post(requestText({ method, params: { secret: 'hush-hush' }, id: 1 })),
        allOf(
          body(error(-32603, 1)),
          body(
            errorOf(
              'the message Internal error and no data',
              (found) => found['message'] === 'Internal error' && !Object.hasOwn(found, 'data'),
            ),
          ),
          without('hush-hush'),
        ),
      ),
    ],
  },
  {
    id: 'kit.notification-in-background',
    level: 'MUST',
    title: 'The answer does not wait for a notification',
    clause,
    needs: ['wait'],
    attempts: ({ methods: { wait } }) => [
      attempt(post(requestText({ method: wait, params: { milliseconds: 2000 } })), {
        words: 'an answer at once, though the method takes two seconds',
        fault: ({ took }) => (took < 1900 ? undefined : `it took ${Math.round(took)} ms`),
      }),
    ],
  },
];

/** What jsonrpc-kit promises of responses beyond the specification. */
export const kitResponseCases: readonly ConformanceCase[] = defineCases('jsonrpc-kit', definitions);

function without(secret: string): Expectation<Answer> {
  return {
    words: `nothing of "${secret}"`,
    fault: ({ text }) => (text.includes(secret) ? `"${secret}" is in the answer` : undefined),
  };
}
