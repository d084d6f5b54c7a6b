import { kitPromise as clause } from '../case/clause.js';
import {
  attempt,
  type CaseDefinition,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { allOf } from '../expectation/expectation.js';
import { status } from '../expectation/http.js';
import { error, result } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { bytesOf, post } from '../target/sent-request.js';

const data = allOf(status(200), body(result(1, ['hello', 5])));

/** A request for `echo` whose body has just this many bytes. */
function padded(method: string, length: number): string {
  const empty = requestText({ method, params: [''], id: 1 });
  return requestText({ method, params: ['x'.repeat(length - empty.length)], id: 1 });
}

const definitions: readonly CaseDefinition[] = [
  {
    id: 'kit.byte-order-mark',
    level: 'MUST',
    title: 'One byte order mark before the JSON is accepted, two are not',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => {
      const text = requestText({ method, id: 1 });
      return [
        attempt(post(bytesOf(`\ufeff${text}`)), data),
        attempt(post(bytesOf(`\ufeff\ufeff${text}`)), body(error(-32700, null))),
      ];
    },
  },
  {
    id: 'kit.invalid-utf-8',
    level: 'MUST',
    title: 'A body that is no UTF-8 is a Parse error',
    clause,
    attempts: () => {
      const bytes = bytesOf('{"jsonrpc":"2.0","method":"foobar","id":"?"}');
      bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
      return [attempt(post(bytes), allOf(status(200), body(error(-32700, null))))];
    },
  },
  {
    id: 'kit.empty-body',
    level: 'MUST',
    title: 'An empty body is a Parse error',
    clause,
    attempts: () => [attempt(post(''), allOf(status(200), body(error(-32700, null))))],
  },
  {
    id: 'kit.body-limit',
    level: 'MUST',
    title: 'A body over the limit is refused with 413 and an Invalid Request, one at it is read',
    clause,
    needs: ['echo'],
    attempts: ({ methods: { echo }, maxBodyBytes }) => [
      attempt(post(padded(echo, maxBodyBytes)), {
        words: 'a result',
        fault: ({ status: code }) => (code === 200 ? undefined : `the status is ${code}`),
      }),
      attempt(post(padded(echo, maxBodyBytes + 1)), allOf(status(413), body(error(-32600, null)))),
    ],
  },
];

/** What jsonrpc-kit promises of bodies. */
export const kitBodyCases: readonly ConformanceCase[] = defineCases('jsonrpc-kit', definitions);
