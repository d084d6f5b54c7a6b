import { jsonRpc } from '../case/clause.js';
import {
  type Attempt,
  attempt,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { error } from '../expectation/response-object.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('request_object');
/** Where the id can be told, the specification can be read both ways. */
const invalidWithId = body(error(-32600, 1, null));
/** Where the request as a whole is right but for its parameters, it can be read both ways, too. */
const invalidParams = body(error([-32600, -32602], 1, null));

const refusals = (texts: readonly string[]): readonly Attempt[] =>
  texts.map((text) => attempt(post(text), invalidWithId));

/** JSON that is no request object is an Invalid Request. */
export const requestCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'request.example',
    level: 'MUST',
    title: 'The invalid request of the examples is an Invalid Request with the id null',
    clause: jsonRpc('examples'),
    attempts: () => [
      attempt(post('{"jsonrpc": "2.0", "method": 1, "params": "bar"}'), body(error(-32600, null))),
    ],
  },
  {
    id: 'request.method-not-a-string',
    level: 'SHOULD',
    title: 'A method that is no string is an Invalid Request',
    clause: jsonRpc('error_object'),
    attempts: () =>
      refusals(
        ['1', 'null', 'true', '{}', '["foobar"]'].map(
          (method) => `{"jsonrpc":"2.0","method":${method},"id":1}`,
        ),
      ),
  },
  {
    id: 'request.no-method',
    level: 'SHOULD',
    title: 'A request without a method is an Invalid Request',
    clause: jsonRpc('error_object'),
    attempts: () => refusals(['{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","params":[],"id":1}']),
  },
  {
    id: 'request.wrong-version',
    level: 'SHOULD',
    title: 'A request of another version is an Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) =>
      refusals(
        ['"1.0"', '"2"', '"2.1"', '2.0', '2', 'null'].map(
          (version) => `{"jsonrpc":${version},"method":${JSON.stringify(methods.get_data)},"id":1}`,
        ),
      ),
  },
  {
    id: 'request.params-not-structured',
    level: 'SHOULD',
    title: 'Params that are no array or object are refused, as Invalid Request or Invalid params',
    clause: jsonRpc('parameter_structures'),
    needs: ['get_data'],
    attempts: ({ methods }) =>
      ['"bar"', '1', '0', 'true', 'false', '""'].map((params) =>
        attempt(
          post(
            `{"jsonrpc":"2.0","method":${JSON.stringify(methods.get_data)},"params":${params},"id":1}`,
          ),
          invalidParams,
        ),
      ),
  },
  {
    id: 'request.params-null',
    level: 'SHOULD',
    title: 'Params that are null are refused, as Invalid Request or Invalid params',
    clause: jsonRpc('parameter_structures'),
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(
        post(`{"jsonrpc":"2.0","method":${JSON.stringify(methods.get_data)},"params":null,"id":1}`),
        invalidParams,
      ),
    ],
  },
  {
    id: 'request.empty-object',
    level: 'SHOULD',
    title: 'An object without any member of a request is an Invalid Request with the id null',
    clause: jsonRpc('response_object'),
    attempts: () =>
      ['{}', '{"foo":"boo"}'].map((text) => attempt(post(text), body(error(-32600, null)))),
  },
  {
    id: 'request.not-an-object',
    level: 'SHOULD',
    title: 'A value that is no object or array is an Invalid Request',
    clause: jsonRpc('error_object'),
    attempts: () =>
      ['1', '"foobar"', 'null', 'true', '0', '""'].map((text) =>
        attempt(post(text), body(error(-32600, null))),
      ),
  },
]);
