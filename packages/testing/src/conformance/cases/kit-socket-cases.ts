import { kitPromise as clause } from '../case/clause.js';
import {
  type CaseDefinition,
  type ConformanceCase,
  conversation,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { answerOf } from '../expectation/conversation.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { status } from '../expectation/http.js';
import { error, result } from '../expectation/response-object.js';
import type { Answer } from '../target/answer.js';
import { rawPart } from '../target/conversation.js';
import { requestText } from '../target/request-text.js';
import { bare, post, type RequestOptions } from '../target/sent-request.js';

const data = body(result(1, ['hello', 5]));

const tellsLength: Expectation<Answer> = {
  words: 'a content-length',
  fault: ({ headers }) =>
    headers.has('content-length') ? undefined : 'there is no content-length',
};

const definitions: readonly CaseDefinition[] = [
  {
    id: 'kit.content-length',
    level: 'MUST',
    title: 'Answers tell their content-length, refusals included',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) =>
      [
        post(requestText({ method, id: 1 })),
        post('{'),
        bare('GET'),
        post('{}', { headers: [] }),
      ].map((request) => conversation([rawPart(request, 'last')], answerOf(tellsLength))),
  },
  {
    id: 'kit.body-limit-of-chunks',
    level: 'MUST',
    title: 'The limit of the body holds for chunks, too',
    clause,
    attempts: ({ maxBodyBytes }) => {
      const length = maxBodyBytes + 1;
      const chunks = `${length.toString(16)}\r\n${' '.repeat(length)}\r\n0\r\n\r\n`;
      const headers: RequestOptions['headers'] = [
        ['content-type', 'application/json'],
        ['transfer-encoding', 'chunked'],
      ];
      return [
        conversation(
          [rawPart(post(chunks, { headers }), 'last')],
          answerOf(allOf(status(413), body(error(-32600, null)))),
        ),
      ];
    },
  },
  {
    id: 'kit.announced-limit',
    level: 'MUST',
    title: 'A body that announces more than the limit is refused before it comes',
    clause,
    attempts: ({ maxBodyBytes }) => [
      conversation(
        [
          rawPart(
            post('{', {
              headers: [
                ['content-type', 'application/json'],
                ['content-length', String(maxBodyBytes + 1)],
                ['connection', 'close'],
              ],
            }),
          ),
        ],
        answerOf(status(413)),
      ),
    ],
  },
  {
    id: 'kit.repeated-header',
    level: 'MUST',
    title: 'A second content-type is not overlooked',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) =>
      [
        ['application/json', 'text/plain'],
        ['text/plain', 'application/json'],
      ].map((types) =>
        conversation(
          [
            rawPart(
              post(requestText({ method, id: 1 }), {
                headers: types.map((type) => ['content-type', type] as const),
              }),
              'last',
            ),
          ],
          answerOf(status(415)),
        ),
      ),
  },
  {
    id: 'kit.keep-alive',
    level: 'MUST',
    title: 'After a refusal the connection serves the next request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method }, maxBodyBytes }) =>
      [
        bare('GET'),
        post('{}', { headers: [['content-type', 'text/plain']] }),
        post(' '.repeat(maxBodyBytes + 1)),
        post('{'),
      ].map((first) =>
        conversation(
          [rawPart(first), rawPart(post(requestText({ method, id: 1 })), 'last')],
          answerOf(data, 1),
        ),
      ),
  },
];

/** What jsonrpc-kit promises at the level of the connection. */
export const kitSocketCases: readonly ConformanceCase[] = defineCases(
  'jsonrpc-kit',
  definitions.map((definition) => ({ ...definition, overSocket: true })),
);
