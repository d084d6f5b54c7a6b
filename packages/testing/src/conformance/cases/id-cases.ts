import { jsonRpc } from '../case/clause.js';
import {
  attempt,
  type CaseSettings,
  type ConformanceCase,
  defineCases,
} from '../case/conformance-case.js';
import { body } from '../expectation/body.js';
import { oneOf } from '../expectation/expectation.js';
import { error, response, result } from '../expectation/response-object.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('request_object');

const echoes =
  (...ids: readonly unknown[]) =>
  ({ methods }: CaseSettings) =>
    ids.map((id) =>
      attempt(post(requestText({ method: methods.get_data, id })), body(result(id, ['hello', 5]))),
    );

/** The id of a response is that of its request. */
export const idCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'id.string',
    level: 'MUST',
    title: 'An id that is a string is echoed',
    clause,
    needs: ['get_data'],
    attempts: echoes('a', '7a0c-"quoted"', ' padded '),
  },
  {
    id: 'id.empty-string',
    level: 'MUST',
    title: 'The empty string is an id like any other',
    clause,
    needs: ['get_data'],
    attempts: echoes(''),
  },
  {
    id: 'id.numeric-string',
    level: 'MUST',
    title: 'An id that is a string of digits stays a string',
    clause,
    needs: ['get_data'],
    attempts: echoes('1', '007'),
  },
  {
    id: 'id.unicode',
    level: 'MUST',
    title: 'An id that is a string is echoed whatever its characters',
    clause,
    needs: ['get_data'],
    attempts: echoes('ключ 🔑', '\u0000\u001f'),
  },
  {
    id: 'id.number',
    level: 'MUST',
    title: 'An id that is a number is echoed, as a number',
    clause,
    needs: ['get_data'],
    attempts: echoes(1, 4711, Number.MAX_SAFE_INTEGER),
  },
  {
    id: 'id.zero',
    level: 'MUST',
    title: 'Zero is an id like any other',
    clause,
    needs: ['get_data'],
    attempts: echoes(0),
  },
  {
    id: 'id.negative',
    level: 'MUST',
    title: 'An id that is a negative number is echoed',
    clause,
    needs: ['get_data'],
    attempts: echoes(-1),
  },
  {
    id: 'id.of-errors',
    level: 'MUST',
    title: 'The response to a call that fails has the id of its request',
    clause: jsonRpc('response_object'),
    attempts: () =>
      ['a', '', 0, 5].map((id) =>
        attempt(post(requestText({ method: 'foobar', id })), body(error(-32601, id))),
      ),
  },
  {
    id: 'id.null',
    level: 'MUST',
    title: 'A request with the id null is no notification, and is answered with this id',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(post(requestText({ method: methods.get_data, id: null })), body(response(null))),
    ],
  },
  {
    id: 'id.fraction',
    level: 'SHOULD',
    title: 'An id that is a fraction is echoed exactly or refused as Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(
        post(requestText({ method: methods.get_data, id: 1.5 })),
        body(oneOf(result(1.5, ['hello', 5]), error(-32600, null, 1.5))),
      ),
    ],
  },
  {
    id: 'id.wrong-type',
    level: 'SHOULD',
    title: 'An id that is no string, number or null is Invalid Request',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) =>
      [true, {}, ['a']].map((id) =>
        attempt(post(requestText({ method: methods.get_data, id })), body(error(-32600, null))),
      ),
  },
]);
