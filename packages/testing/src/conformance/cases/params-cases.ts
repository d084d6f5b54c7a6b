import { jsonRpc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { anotherResult, response, result } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('parameter_structures');
const examples = jsonRpc('examples');

/** Parameters reach the method as they were sent. */
export const paramsCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'params.by-position',
    level: 'MUST',
    title: 'Parameters by position are in the order that the method expects',
    clause: examples,
    needs: ['subtract'],
    attempts: ({ methods: { subtract: method } }) => [
      attempt(post(requestText({ method, params: [42, 23], id: 1 })), body(result(1, 19))),
      attempt(post(requestText({ method, params: [23, 42], id: 2 })), body(result(2, -19))),
    ],
  },
  {
    id: 'params.by-name',
    level: 'MUST',
    title: 'Parameters by name are found in any order',
    clause: examples,
    needs: ['subtract'],
    attempts: ({ methods: { subtract: method } }) => [
      attempt(
        post(requestText({ method, params: { subtrahend: 23, minuend: 42 }, id: 3 })),
        body(result(3, 19)),
      ),
      attempt(
        post(requestText({ method, params: { minuend: 42, subtrahend: 23 }, id: 4 })),
        body(result(4, 19)),
      ),
    ],
  },
  {
    id: 'params.many-positions',
    level: 'MUST',
    title: 'All positions of an array reach the method',
    clause: examples,
    needs: ['sum'],
    attempts: ({ methods: { sum: method } }) => [
      attempt(post(requestText({ method, params: [1, 2, 4], id: '1' })), body(result('1', 7))),
      attempt(
        post(requestText({ method, params: Array.from({ length: 200 }, () => 1), id: 2 })),
        body(result(2, 200)),
      ),
    ],
  },
  {
    id: 'params.absent',
    level: 'MUST',
    title: 'Parameters may be left out',
    clause: examples,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(requestText({ method, id: '9' })), body(result('9', ['hello', 5]))),
    ],
  },
  {
    id: 'params.empty',
    level: 'SHOULD',
    title: 'An empty object is as good as none for a method without parameters',
    clause,
    needs: ['get_data'],
    attempts: ({ methods: { get_data: method } }) => [
      attempt(post(requestText({ method, params: {}, id: 1 })), body(result(1, ['hello', 5]))),
    ],
  },
  {
    id: 'params.exact-names',
    level: 'MUST',
    title: 'Names of parameters match exactly, including case',
    clause,
    needs: ['subtract'],
    attempts: ({ methods: { subtract: method } }) => [
      attempt(
        post(requestText({ method, params: { Minuend: 42, SUBTRAHEND: 23 }, id: 1 })),
        body(anotherResult(1, 19)),
      ),
    ],
  },
  {
    id: 'params.inherited-names',
    level: 'MUST',
    title: 'What stands within a parameter, the prototype for one, is no parameter itself',
    clause,
    needs: ['subtract'],
    attempts: ({ methods: { subtract } }) => [
      attempt(
        post(
          `{"jsonrpc":"2.0","method":${JSON.stringify(subtract)},"params":{"__proto__":{"minuend":42,"subtrahend":23}},"id":1}`,
        ),
        body(anotherResult(1, 19)),
      ),
    ],
  },
  {
    id: 'params.any-names',
    level: 'MUST',
    title: 'A call is answered whatever names its parameters have',
    clause: jsonRpc('response_object'),
    needs: ['subtract'],
    attempts: ({ methods: { subtract } }) =>
      ['"__proto__":{"x":1}', '"constructor":{"prototype":{"x":1}}', '"":0', '"toString":null'].map(
        (member) =>
          attempt(
            post(
              `{"jsonrpc":"2.0","method":${JSON.stringify(subtract)},"params":{"minuend":42,"subtrahend":23,${member}},"id":1}`,
            ),
            body(response(1)),
          ),
      ),
  },
]);
