import { kitPromise as clause } from '../case/clause.js';
import {
  type Attempt,
  attempt,
  type CaseDefinition,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body, nothing } from '../expectation/body.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { header, status } from '../expectation/http.js';
import { error, result } from '../expectation/response-object.js';
import type { Answer } from '../target/answer.js';
import { batchText, requestText } from '../target/request-text.js';
import { bare, post } from '../target/sent-request.js';

const data = allOf(status(200), body(result(1, ['hello', 5])));
const refusedVerb = allOf(
  status(405),
  header('allow', 'is POST', (value) => value === 'POST'),
);

/** A call of get_data with this content type, or with none. */
const ofType = (method: string, type: string | undefined, expected: Expectation<Answer>): Attempt =>
  attempt(
    post(requestText({ method, id: 1 }), {
      headers: type === undefined ? [] : [['content-type', type]],
    }),
    expected,
  );

const definitions: readonly CaseDefinition[] = [
  {
    id: 'kit.status-of-errors',
    level: 'MUST',
    title: 'Every JSON-RPC answer comes with the status 200, errors and batches included',
    clause,
    attempts: () =>
      ['{', '[]', '[1]', '{}', requestText({ method: 'foobar', id: 1 })].map((text) =>
        attempt(post(text), status(200)),
      ),
  },
  {
    id: 'kit.no-content',
    level: 'MUST',
    title: 'Where there is nothing to answer, the status is 204',
    clause,
    needs: ['update'],
    attempts: ({ methods: { update: method } }) => [
      attempt(post(requestText({ method, params: [1] })), allOf(status(204), nothing)),
      attempt(post(batchText([{ method, params: [1] }])), allOf(status(204), nothing)),
      attempt(post(requestText({ method: 'foobar' })), allOf(status(204), nothing)),
    ],
  },
  {
    id: 'kit.other-verbs',
    level: 'MUST',
    title: 'GET, PUT, PATCH and DELETE are refused with 405 and Allow: POST',
    clause,
    attempts: () => [
      attempt(bare('GET'), refusedVerb),
      ...['PUT', 'PATCH', 'DELETE'].map((verb) => attempt(post('{}', { verb }), refusedVerb)),
    ],
  },
  {
    id: 'kit.head-and-options',
    level: 'MUST',
    title: 'HEAD and OPTIONS are refused with 405 and Allow: POST',
    clause,
    attempts: () => ['HEAD', 'OPTIONS'].map((verb) => attempt(bare(verb), refusedVerb)),
  },
  {
    id: 'kit.content-type',
    level: 'MUST',
    title: 'Answers are application/json, refusals included',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) => {
      const isJson = header('content-type', 'is application/json', (value) =>
        /^application\/json(; ?charset=utf-8)?$/i.test(value ?? ''),
      );
      return [
        attempt(post(requestText({ method: get_data, id: 1 })), isJson),
        attempt(post('{'), isJson),
        ofType(get_data, 'text/plain', isJson),
        attempt(bare('GET'), isJson),
      ];
    },
  },
  {
    id: 'kit.trailing-slash',
    level: 'MUST',
    title: 'A trailing slash is the same path',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(requestText({ method, id: 1 }), { below: '/' }), data),
    ],
  },
  {
    id: 'kit.query',
    level: 'MUST',
    title: 'A query does not change the answer',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(requestText({ method, id: 1 }), { below: '?method=foobar' }), data),
    ],
  },
  {
    id: 'kit.method-route',
    level: 'MUST',
    title: 'Below the path, a method has a route of its own, on which it need not be named',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) => {
      const below = `/${encodeURIComponent(get_data)}`;
      return [
        attempt(post('{"jsonrpc":"2.0","id":1}', { below }), data),
        attempt(post(requestText({ method: get_data, id: 1 }), { below }), data),
      ];
    },
  },
  {
    id: 'kit.method-route-refusals',
    level: 'MUST',
    title: 'The route of a method finds none of another name, and takes no batch',
    clause,
    needs: ['get_data', 'update'],
    attempts: ({ methods: { get_data, update } }) => {
      const below = `/${encodeURIComponent(get_data)}`;
      return [
        attempt(post(requestText({ method: update, id: 1 }), { below }), body(error(-32601, 1))),
        attempt(
          post(batchText([{ method: get_data, id: 1 }]), { below }),
          body(error(-32600, null)),
        ),
        attempt(post('{"jsonrpc":"2.0","id":1}', { below: '/foobar' }), body(error(-32601, 1))),
      ];
    },
  },
];

/** What jsonrpc-kit promises of verbs, paths and statuses. */
export const kitHttpCases: readonly ConformanceCase[] = defineCases('jsonrpc-kit', definitions);
