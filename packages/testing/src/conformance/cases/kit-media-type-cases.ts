import { gzipSync } from 'node:zlib';
import { kitPromise as clause } from '../case/clause.js';
import {
  type Attempt,
  attempt,
  type CaseDefinition,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { allOf, type Expectation } from '../expectation/expectation.js';
import { status } from '../expectation/http.js';
import { error, result } from '../expectation/response-object.js';
import type { Answer } from '../target/answer.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const data = allOf(status(200), body(result(1, ['hello', 5])));
const refusedType = allOf(status(415), body(error(-32600, null)));

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
    id: 'kit.media-types',
    level: 'MUST',
    title: 'application/json, application/json-rpc and application/jsonrequest are taken',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      [
        'application/json',
        'application/json-rpc',
        'application/jsonrequest',
        'APPLICATION/JSON',
        'application/json;charset=utf-8',
        'application/json ; charset="UTF-8"',
        'application/json; odata=verbose',
      ].map((type) => ofType(get_data, type, data)),
  },
  {
    id: 'kit.other-media-types',
    level: 'MUST',
    title: 'Other media types are refused with 415 and an Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      [
        'application/jsonp',
        'application/xml',
        'application/vnd.api+json',
        'text/json',
        'json',
        'application/json, text/plain',
        'application/json text/plain',
      ].map((type) => ofType(get_data, type, refusedType)),
  },
  {
    id: 'kit.no-media-type',
    level: 'MUST',
    title: 'A request without a media type is refused with 415',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) => [ofType(get_data, undefined, refusedType)],
  },
  {
    id: 'kit.cors-safelisted',
    level: 'MUST',
    title: 'Media types that any web page may send without asking first are refused with 415',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      [
        'text/plain',
        'text/plain;charset=utf-8',
        'text/plain; application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ].map((type) => ofType(get_data, type, refusedType)),
  },
  {
    id: 'kit.charset',
    level: 'MUST',
    title: 'A charset other than utf-8 is refused with 415',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data } }) =>
      ['iso-8859-1', 'utf-16', '"latin1"', 'utf8'].map((charset) =>
        ofType(get_data, `application/json; charset=${charset}`, refusedType),
      ),
  },
  {
    id: 'kit.content-encoding',
    level: 'MUST',
    title: 'A compressed body is refused with 415',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(
        post(new Uint8Array(gzipSync(requestText({ method, id: 1 }))), {
          headers: [
            ['content-type', 'application/json'],
            ['content-encoding', 'gzip'],
          ],
        }),
        refusedType,
      ),
    ],
  },
];

/** What jsonrpc-kit promises of media types, which are part of its security. */
export const kitMediaTypeCases: readonly ConformanceCase[] = defineCases(
  'jsonrpc-kit',
  definitions,
);
