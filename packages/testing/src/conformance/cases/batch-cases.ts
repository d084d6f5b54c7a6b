import { jsonRpc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { batchOf, body, nothing } from '../expectation/body.js';
import { anyError, error, result } from '../expectation/response-object.js';
import { batchText, requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('batch');
const examples = jsonRpc('examples');
const data = ['hello', 5];
const invalid = error(-32600, null);

/** An array is a batch; what its elements are does not change that. */
export const batchCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'batch.empty',
    level: 'MUST',
    title: 'An empty batch is answered by one Invalid Request, not by an array',
    clause: examples,
    attempts: () => [attempt(post('[]'), body(invalid))],
  },
  {
    id: 'batch.one-invalid',
    level: 'MUST',
    title: '[1] is answered by an array of one Invalid Request',
    clause: examples,
    attempts: () => [attempt(post('[1]'), batchOf(invalid))],
  },
  {
    id: 'batch.several-invalid',
    level: 'MUST',
    title: '[1,2,3] is answered by an array of three Invalid Requests',
    clause: examples,
    needsBatchOf: 3,
    attempts: () => [attempt(post('[1,2,3]'), batchOf(invalid, invalid, invalid))],
  },
  {
    id: 'batch.nested',
    level: 'SHOULD',
    title: 'An array within a batch is an Invalid Request of its own',
    clause,
    needsBatchOf: 3,
    attempts: () => [
      attempt(post('[[],[]]'), batchOf(invalid, invalid)),
      attempt(post('[null,"a",[1]]'), batchOf(invalid, invalid, invalid)),
    ],
  },
  {
    id: 'batch.mixed',
    level: 'MUST',
    title: 'The batch of the examples: results, errors, and no answer to its notification',
    clause: examples,
    needs: ['sum', 'notify_hello', 'subtract', 'get_data'],
    needsBatchOf: 6,
    attempts: ({ methods }) => [
      attempt(
        post(
          `[${[
            requestText({ method: methods.sum, params: [1, 2, 4], id: '1' }),
            requestText({ method: methods.notify_hello, params: [7] }),
            requestText({ method: methods.subtract, params: [42, 23], id: '2' }),
            '{"foo":"boo"}',
            requestText({ method: 'foo.get', params: { name: 'myself' }, id: '5' }),
            requestText({ method: methods.get_data, id: '9' }),
          ].join(',')}]`,
        ),
        batchOf(result('1', 7), result('2', 19), invalid, error(-32601, '5'), result('9', data)),
      ),
    ],
  },
  {
    id: 'batch.of-notifications',
    level: 'MUST',
    title: 'A batch of notifications is answered by nothing, not by an empty array',
    clause: examples,
    needs: ['notify_sum', 'notify_hello'],
    needsBatchOf: 2,
    attempts: ({ methods }) => [
      attempt(
        post(
          batchText([
            { method: methods.notify_sum, params: [1, 2, 4] },
            { method: methods.notify_hello, params: [7] },
          ]),
        ),
        nothing,
      ),
    ],
  },
  {
    id: 'batch.of-one-notification',
    level: 'MUST',
    title: 'A batch of one notification is answered by nothing, be its method known or not',
    clause,
    needs: ['notify_hello'],
    attempts: ({ methods }) => [
      attempt(post(batchText([{ method: methods.notify_hello, params: [7] }])), nothing),
      attempt(post(batchText([{ method: 'foobar' }])), nothing),
    ],
  },
  {
    id: 'batch.failed-notification',
    level: 'MUST',
    title: 'A notification that fails is not answered in a batch either',
    clause: jsonRpc('notification'),
    needs: ['get_data', 'subtract'],
    needsBatchOf: 4,
    attempts: ({ methods }) => [
      attempt(
        post(
          batchText([
            { method: 'foobar', params: [1] },
            { method: methods.get_data, id: 1 },
            { method: methods.subtract, params: ['x'] },
            { method: methods.get_data, id: 2 },
          ]),
        ),
        batchOf(result(1, data), result(2, data)),
      ),
    ],
  },
  {
    id: 'batch.of-one',
    level: 'SHOULD',
    title: 'A batch of one call is answered by an array of one',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) => [
      attempt(post(batchText([{ method: methods.get_data, id: 'a' }])), batchOf(result('a', data))),
    ],
  },
  {
    id: 'batch.of-errors',
    level: 'SHOULD',
    title: 'Calls of a batch that all fail are all answered, with their own ids',
    clause,
    needsBatchOf: 2,
    attempts: () => [
      attempt(
        post(
          batchText([
            { method: 'foobar', id: 1 },
            { method: 'foo.get', id: 2 },
          ]),
        ),
        batchOf(error(-32601, 1), error(-32601, 2)),
      ),
    ],
  },
  {
    id: 'batch.same-id',
    level: 'SHOULD',
    title: 'Calls of a batch that have the same id are all answered',
    clause,
    needs: ['get_data'],
    needsBatchOf: 2,
    attempts: ({ methods }) => [
      attempt(
        post(
          batchText([
            { method: methods.get_data, id: 1 },
            { method: methods.get_data, id: 1 },
          ]),
        ),
        batchOf(result(1, data), result(1, data)),
      ),
    ],
  },
  {
    id: 'batch.of-many',
    level: 'SHOULD',
    title: 'Each of 50 calls of a batch is answered',
    clause,
    needs: ['get_data'],
    needsBatchOf: 50,
    attempts: ({ methods }) => {
      const ids = Array.from({ length: 50 }, (_, index) => index);
      return [
        attempt(
          post(batchText(ids.map((id) => ({ method: methods.get_data, id })))),
          batchOf(...ids.map((id) => result(id, data))),
        ),
      ];
    },
  },
  {
    id: 'batch.isolated',
    level: 'SHOULD',
    title: 'A call that fails unexpectedly spoils no other one of its batch',
    clause,
    needs: ['get_data', 'throws'],
    needsBatchOf: 3,
    attempts: ({ methods }) => [
      attempt(
        post(
          batchText([
            { method: methods.get_data, id: 1 },
            { method: methods.throws, params: { secret: 'x' }, id: 2 },
            { method: methods.get_data, id: 3 },
          ]),
        ),
        batchOf(result(1, data), anyError(2), result(3, data)),
      ),
    ],
  },
]);
