import { gzipSync } from 'node:zlib';
import { overHttpDraft, rfc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { header, status } from '../expectation/http.js';
import { result } from '../expectation/response-object.js';
import { type Answer, jsonOf } from '../target/answer.js';
import { isSuccess } from '../expectation/members.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const data = body(result(1, ['hello', 5]));

const isJson = (value: string | undefined): boolean =>
  /^application\/(json|json-rpc|jsonrequest)[ \t]*(;|$)/i.test(value ?? '');

const refusedStatus: Expectation<Answer> = {
  words: 'a status that says it is refused, 4xx or 501',
  fault: (answer) =>
    (answer.status >= 400 && answer.status < 500) || answer.status === 501
      ? undefined
      : `the status is ${answer.status}`,
};

const noResult: Expectation<Answer> = {
  words: 'no result',
  fault: (answer) => {
    const json = jsonOf(answer);
    return json.ok && isSuccess(json.value) ? 'there is a result' : undefined;
  },
};

/** What HTTP, JSON and the proposals for JSON-RPC over HTTP say of requests and answers. */
export const httpCases: readonly ConformanceCase[] = defineCases('json-rpc-over-http', [
  {
    id: 'http.status',
    level: 'SHOULD',
    title: 'A result comes with the status 200',
    clause: overHttpDraft,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(requestText({ method, id: 1 })), status(200)),
    ],
  },
  {
    id: 'http.status-of-notification',
    level: 'SHOULD',
    title: 'Where there is no answer, the status says so: 204 or 202',
    clause: overHttpDraft,
    needs: ['update'],
    attempts: ({ methods: { update: method } }) => [
      attempt(post(requestText({ method, params: [1] })), status(204, 202)),
    ],
  },
  {
    id: 'http.content-type',
    level: 'SHOULD',
    title: 'Answers say that they are JSON',
    clause: overHttpDraft,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      [get_data, 'foobar'].map((method) =>
        attempt(
          post(requestText({ method, id: 1 })),
          header('content-type', 'says application/json or application/json-rpc', isJson),
        ),
      ),
  },
  {
    id: 'http.media-type-charset',
    level: 'SHOULD',
    title: 'The parameter charset=utf-8 of the media type does no harm',
    clause: rfc(8259, '11'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) =>
      ['application/json; charset=utf-8', 'application/json;charset="UTF-8"'].map((type) =>
        attempt(post(requestText({ method, id: 1 }), { headers: [['content-type', type]] }), data),
      ),
  },
  {
    id: 'http.media-type-case',
    level: 'SHOULD',
    title: 'The case of the media type means nothing',
    clause: rfc(9110, '8.3.1'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(
        post(requestText({ method, id: 1 }), { headers: [['content-type', 'Application/JSON']] }),
        data,
      ),
    ],
  },
  {
    id: 'http.unicode',
    level: 'MUST',
    title: 'Characters beyond ASCII are UTF-8, there and back',
    clause: rfc(8259, '8.1'),
    needs: ['echo'],
    attempts: ({ methods: { echo: method } }) => [
      attempt(
        post(requestText({ method, params: ['€ ключ 🔑'], id: 1 })),
        body(result(1, ['€ ключ 🔑'])),
      ),
    ],
  },
  {
    id: 'http.content-encoding',
    level: 'SHOULD',
    title: 'A compressed body is decoded, or refused by the status, as by 415',
    clause: rfc(9110, '8.4'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(
        post(new Uint8Array(gzipSync(requestText({ method, id: 1 }))), {
          headers: [
            ['content-type', 'application/json'],
            ['content-encoding', 'gzip'],
          ],
        }),
        {
          words: `${data.words}, or a refusal with 4xx, as 415`,
          fault: (answer) =>
            refusedStatus.fault(answer) === undefined ? undefined : data.fault(answer),
        },
      ),
    ],
  },
  {
    id: 'http.other-verbs',
    level: 'SHOULD',
    title: 'PUT and DELETE are refused',
    clause: rfc(9110, '15.5.6'),
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) =>
      ['PUT', 'DELETE'].map((verb) =>
        attempt(post(requestText({ method, id: 1 }), { verb }), allOf(refusedStatus, noResult)),
      ),
  },
  {
    id: 'http.allow',
    level: 'MUST',
    title: 'A refusal with 405 says in Allow which verbs there are',
    clause: rfc(9110, '15.5.6'),
    attempts: () =>
      ['PUT', 'DELETE'].map((verb) =>
        attempt(post('{}', { verb }), {
          words: 'the header Allow where the status is 405',
          fault: (answer) =>
            answer.status === 405 && !answer.headers.has('allow')
              ? 'the status is 405 without the header Allow'
              : undefined,
        }),
      ),
  },
]);
