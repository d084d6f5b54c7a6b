import { kitPromise as clause } from '../case/clause.js';
import {
  type Attempt,
  attempt,
  type CaseDefinition,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { error, result } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const invalidBut = (id: unknown, texts: readonly string[]): readonly Attempt[] =>
  texts.map((text) => attempt(post(text), body(error(-32600, id))));

const definitions: readonly CaseDefinition[] = [
  {
    id: 'kit.id-refused',
    level: 'MUST',
    title: 'An id that is null, a fraction or an unsafe integer is an Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      invalidBut(
        null,
        ['null', '1.5', '9007199254740992', '1e400', 'true', '[]'].map(
          (id) => `{"jsonrpc":"2.0","method":${JSON.stringify(get_data)},"id":${id}}`,
        ),
      ),
  },
  {
    id: 'kit.id-of-invalid',
    level: 'MUST',
    title: 'An invalid request is answered with its id where that is valid',
    clause,
    attempts: () => invalidBut('a', ['{"jsonrpc":"2.0","id":"a"}', '{"method":1,"id":"a"}']),
  },
  {
    id: 'kit.version',
    level: 'MUST',
    title: 'A request without jsonrpc, or of another version, is an Invalid Request with its id',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      invalidBut(
        1,
        ['', '"jsonrpc":"1.0",', '"jsonrpc":2,'].map(
          (member) => `{${member}"method":${JSON.stringify(get_data)},"id":1}`,
        ),
      ),
  },
  {
    id: 'kit.unknown-member',
    level: 'MUST',
    title: 'A request with a member that the specification does not name is an Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      invalidBut(
        1,
        ['"trace":"x"', '"__proto__":{}'].map(
          (member) => `{"jsonrpc":"2.0","method":${JSON.stringify(get_data)},"id":1,${member}}`,
        ),
      ),
  },
  {
    id: 'kit.params-not-structured',
    level: 'MUST',
    title: 'A request whose params are null or a scalar is an Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      invalidBut(
        1,
        ['null', '"x"', '0', 'false'].map(
          (params) =>
            `{"jsonrpc":"2.0","method":${JSON.stringify(get_data)},"params":${params},"id":1}`,
        ),
      ),
  },
  {
    id: 'kit.batch-limit',
    level: 'MUST',
    title: 'A batch over the limit is one Invalid Request',
    clause,
    attempts: ({ maxBatchSize }) => [
      attempt(post(`[${'1,'.repeat(maxBatchSize)}1]`), body(error(-32600, null))),
    ],
  },
  {
    id: 'kit.too-many-positions',
    level: 'MUST',
    title: 'More positions than the method has parameters are invalid params',
    clause,
    needs: ['subtract'],
    attempts: ({ methods: { subtract: method } }) => [
      attempt(post(requestText({ method, params: [42, 23, 1], id: 1 })), body(error(-32602, 1))),
    ],
  },
  {
    id: 'kit.params-are-data',
    level: 'MUST',
    title: 'Parameters named like what objects inherit are data like any other',
    clause,
    needs: ['echo'],
    attempts: ({ methods: { echo } }) => {
      const params = '{"__proto__":{"a":1},"constructor":{"prototype":2},"toString":3}';
      return [
        attempt(
          post(`{"jsonrpc":"2.0","method":${JSON.stringify(echo)},"params":${params},"id":1}`),
          body(result(1, JSON.parse(params))),
        ),
      ];
    },
  },
];

/** What jsonrpc-kit promises of requests beyond the specification. */
export const kitRequestCases: readonly ConformanceCase[] = defineCases('jsonrpc-kit', definitions);
