import { rfc } from '../case/clause.js';
import {
  type CaseDefinition,
  type ConformanceCase,
  conversation,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { answerOf, noResult, noSurplus } from '../expectation/conversation.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { status } from '../expectation/http.js';
import { response, result } from '../expectation/response-object.js';
import type { Answer } from '../target/answer.js';
import { rawPart } from '../target/conversation.js';
import { requestText } from '../target/request-text.js';
import { bare, post, type SentRequest } from '../target/sent-request.js';

const data = body(result(1, ['hello', 5]));

/** Headers that say it is JSON, and how it is framed. */
const framed = (name: string, value: string): SentRequest['headers'] => [
  ['content-type', 'application/json'],
  [name, value],
];

const announcesEnd = ({ headers }: Answer): boolean =>
  /\bclose\b/i.test(headers.get('connection') ?? '');

const lengthIsTold: Expectation<Answer> = {
  words: 'a content-length that is the number of bytes, or chunks',
  fault: ({ headers, bytes }) => {
    const length = headers.get('content-length');
    if (length === null || Number(length) === bytes.length) return undefined;
    return `the content-length is ${length} for ${bytes.length} bytes`;
  },
};

const noLengthWith204: Expectation<Answer> = {
  words: 'no content-length or transfer-encoding where the status is 204',
  fault: ({ status: code, headers }) =>
    code === 204 && (headers.has('content-length') || headers.has('transfer-encoding'))
      ? 'the status 204 comes with the length of a body'
      : undefined,
};

const definitions: readonly CaseDefinition[] = [
  {
    id: 'socket.content-length',
    level: 'MUST',
    title: 'The content-length of an answer is right, in bytes',
    clause: rfc(9110, '8.6'),
    needs: ['echo'],
    attempts: ({ methods: { echo: method } }) => [
      conversation(
        [rawPart(post(requestText({ method, params: ['€🔑'], id: 1 })), 'last')],
        allOf(answerOf(allOf(lengthIsTold, body(result(1, ['€🔑'])))), noSurplus),
      ),
    ],
  },
  {
    id: 'socket.no-content',
    level: 'MUST',
    title: 'An answer of 204 has no body and does not announce one',
    clause: rfc(9110, '8.6'),
    needs: ['update'],
    attempts: ({ methods: { update: method } }) => [
      conversation(
        [rawPart(post(requestText({ method, params: [1] })), 'last')],
        allOf(answerOf(noLengthWith204), noSurplus),
      ),
    ],
  },
  {
    id: 'socket.head',
    level: 'MUST',
    title: 'The answer to HEAD has no body',
    clause: rfc(9110, '9.3.2'),
    attempts: () => [conversation([rawPart(bare('HEAD'), 'last')], noSurplus)],
  },
  {
    id: 'socket.chunked',
    level: 'MUST',
    title: 'A body in chunks is read',
    clause: rfc(9112, '7.1'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      const chunks = `5\r\n${text.slice(0, 5)}\r\n${(text.length - 5).toString(16)};x=y\r\n${text.slice(5)}\r\n0\r\n\r\n`;
      const headers = framed('transfer-encoding', 'chunked');
      return [conversation([rawPart(post(chunks, { headers }), 'last')], answerOf(data))];
    },
  },
  {
    id: 'socket.keep-alive',
    level: 'MUST',
    title: 'After an error the connection goes on, or its end is announced',
    clause: rfc(9112, '9.6'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) =>
      ['{', '[]', requestText({ method: 'foobar', id: 1 })].map((text) =>
        conversation([rawPart(post(text)), rawPart(post(requestText({ method, id: 1 })), 'last')], {
          words: `two answers, or the header "connection: close" in the first one`,
          fault: (found) => {
            const first = found.answers[0];
            return first !== undefined && announcesEnd(first)
              ? undefined
              : answerOf(data).fault(found);
          },
        }),
      ),
  },
  {
    id: 'socket.body-too-short',
    level: 'MUST',
    title: 'A request whose body ends before its content-length is not run',
    clause: rfc(9112, '8'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      const headers = framed('content-length', String(text.length + 10));
      return [conversation([rawPart(post(text, { headers }), 'end')], noResult)];
    },
  },
  {
    id: 'socket.chunks-cut-off',
    level: 'MUST',
    title: 'A request whose chunks end before the last one is not run',
    clause: rfc(9112, '8'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      const headers = framed('transfer-encoding', 'chunked');
      const chunks = `${text.length.toString(16)}\r\n${text}\r\n`;
      return [conversation([rawPart(post(chunks, { headers }), 'end')], noResult)];
    },
  },
  {
    id: 'socket.body-too-long',
    level: 'MUST',
    title: 'What is beyond the content-length does not belong to the body',
    clause: rfc(9112, '6.2'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      const headers = framed('content-length', String(text.length - 1));
      return [conversation([rawPart(post(text, { headers }), 'end')], noResult)];
    },
  },
  {
    id: 'socket.invalid-length',
    level: 'MUST',
    title: 'A content-length that is no number is answered with 400',
    clause: rfc(9112, '6.3'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      const headers = framed('content-length', `${text.length}x`);
      return [conversation([rawPart(post(text, { headers }), 'end')], answerOf(status(400)))];
    },
  },
  {
    id: 'socket.answers-in-order',
    level: 'MUST',
    title: 'Requests on one connection each get their own answer',
    clause: rfc(9112, '9.3'),
    attempts: () => {
      const ids = ['a', 'b', 'c'];
      return [
        conversation(
          ids.map((id, index) =>
            rawPart(
              post(requestText({ method: 'foobar', id })),
              index === ids.length - 1 ? 'last' : 'answer',
            ),
          ),
          {
            words: `an answer for each of the ids ${ids.join(', ')}, up to an announced end`,
            fault: ({ answers }) => {
              for (const [index, id] of ids.entries()) {
                const answer = answers[index];
                const found =
                  answer === undefined
                    ? 'the connection was closed unannounced'
                    : body(response(id)).fault(answer);
                if (found !== undefined) return `for request ${index + 1}, ${found}`;
                if (answer !== undefined && announcesEnd(answer)) return undefined;
              }
              return undefined;
            },
          },
        ),
      ];
    },
  },
];

/** The same at the level of the connection, so only where it can be had. */
export const socketCases: readonly ConformanceCase[] = defineCases(
  'json-rpc-over-http',
  definitions.map((definition) => ({ ...definition, overSocket: true })),
);
