import { jsonRpc } from '../case/clause.js';
import { attempt, type ConformanceCase, defineCases } from '../case/conformance-case.js';
import { nothing } from '../expectation/body.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';

const clause = jsonRpc('notification');

/** A request object without an id is never answered, whatever becomes of it. */
export const notificationCases: readonly ConformanceCase[] = defineCases('json-rpc-2.0', [
  {
    id: 'notification.of-a-method',
    level: 'MUST',
    title: 'A notification is not answered',
    clause: jsonRpc('examples'),
    needs: ['update'],
    attempts: ({ methods }) => [
      attempt(post(requestText({ method: methods.update, params: [1, 2, 3, 4, 5] })), nothing),
    ],
  },
  {
    id: 'notification.with-result',
    level: 'MUST',
    title: 'A notification is not answered when its method returns something',
    clause,
    needs: ['get_data'],
    attempts: ({ methods }) => [attempt(post(requestText({ method: methods.get_data })), nothing)],
  },
  {
    id: 'notification.unknown-method',
    level: 'MUST',
    title: 'A notification for an unknown method is not answered',
    clause: jsonRpc('examples'),
    attempts: () => [attempt(post(requestText({ method: 'foobar' })), nothing)],
  },
  {
    id: 'notification.invalid-params',
    level: 'MUST',
    title: 'A notification with parameters that its method refuses is not answered',
    clause,
    needs: ['subtract'],
    attempts: ({ methods }) =>
      [{ minuend: 'x' }, ['x', null], []].map((params) =>
        attempt(post(requestText({ method: methods.subtract, params })), nothing),
      ),
  },
  {
    id: 'notification.failing',
    level: 'MUST',
    title: 'A notification whose method fails is not answered',
    clause,
    needs: ['throws'],
    attempts: ({ methods }) => [
      attempt(post(requestText({ method: methods.throws, params: { secret: 'x' } })), nothing),
    ],
  },
]);
