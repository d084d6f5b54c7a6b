import { jsonRpc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { error } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const notFound = body(error(-32601, 1));

/** A name that nobody gave to a method is not found, whatever else may bear it. */
export const methodCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'method.unknown',
    level: 'MUST',
    title: 'The unknown method of the examples is not found',
    clause: jsonRpc('examples'),
    attempts: () => [
      attempt(post(requestText({ method: 'foobar', id: '1' })), body(error(-32601, '1'))),
    ],
  },
  {
    id: 'method.inherited-name',
    level: 'MUST',
    title: 'A name that objects of the language have is no method',
    clause: jsonRpc('error_object'),
    attempts: () =>
      [
        'toString',
        'constructor',
        '__proto__',
        'hasOwnProperty',
        'valueOf',
        '__defineGetter__',
        '__init__',
        '__class__',
      ].map((method) => attempt(post(requestText({ method, id: 1 })), notFound)),
  },
  {
    id: 'method.reserved-name',
    level: 'SHOULD',
    title: 'A name that begins with rpc. and that no extension defines is not found',
    clause: jsonRpc('request_object'),
    attempts: () =>
      ['rpc.', 'rpc.defined-by-nobody', 'rpc.foobar'].map((method) =>
        attempt(post(requestText({ method, id: 1 })), notFound),
      ),
  },
  {
    id: 'method.exact-name',
    level: 'SHOULD',
    title: 'A name of another case, or with white space, is another name',
    clause: jsonRpc('request_object'),
    needs: ['get_data'],
    attempts: ({ methods }) =>
      [
        methods.get_data.toUpperCase(),
        `${methods.get_data} `,
        ` ${methods.get_data}`,
        `${methods.get_data}\u0000`,
      ]
        .filter((method) => method !== methods.get_data)
        .map((method) => attempt(post(requestText({ method, id: 1 })), notFound)),
  },
  {
    id: 'method.empty-name',
    level: 'SHOULD',
    title: 'The empty name is not found, or refused as Invalid Request',
    clause: jsonRpc('request_object'),
    attempts: () => [
      attempt(post(requestText({ method: '', id: 1 })), body(error([-32601, -32600], 1, null))),
    ],
  },
]);
