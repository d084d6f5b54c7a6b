import { NOTIFICATIONS, NOTIFICATION_BATCHES, type Violation } from './violation.js';
import { Failure, isObject, correctBehavior } from '../behavior.js';

const never = (): boolean => false;

export const notificationViolations: readonly Violation[] = [
  {
    name: 'responds to notifications',
    isSlow: true,
    behavior: { isNotification: never },
    fails: [
      ...NOTIFICATION_BATCHES,
      ...NOTIFICATIONS,
      'batch.mixed',
      'batch.failed-notification',
      'http.status-of-notification',
      'kit.notification-in-background',
    ],
  },
  {
    name: 'responds to notifications for unknown methods',
    behavior: {
      isNotification: (request) =>
        !('id' in request) && correctBehavior.find(String(request['method'])) !== undefined,
    },
    fails: [
      'notification.unknown-method',
      'batch.of-one-notification',
      'batch.failed-notification',
      'kit.no-content',
    ],
  },
  {
    name: 'responds to notifications with invalid parameters',
    behavior: {
      isNotification: (request) =>
        !('id' in request) &&
        !(request['method'] === 'subtract' && !isSubtraction(request['params'])),
    },
    fails: ['notification.invalid-params', 'batch.failed-notification'],
  },
  {
    name: 'responds to notifications that throw',
    behavior: {
      isNotification: (request) => !('id' in request) && request['method'] !== 'throws',
    },
    fails: ['notification.failing'],
  },
  {
    name: 'responds to notifications whose method returns a value',
    behavior: {
      isNotification: (request) => !('id' in request) && request['method'] !== 'get_data',
    },
    fails: ['notification.with-result'],
  },
  {
    name: 'does not respond if a method returns nothing',
    behavior: {
      success: (id, result) =>
        result === undefined ? undefined : correctBehavior.success(id, result),
    },
    fails: ['response.result-of-nothing'],
  },
  {
    name: 'waits for notifications',
    isSlow: true,
    behavior: { waitsFor: () => true },
    fails: ['kit.notification-in-background'],
  },
  {
    name: 'responds to a notification with OK',
    behavior: {
      reply: (body) =>
        body === undefined
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
          : correctBehavior.reply(body),
    },
    fails: [...NOTIFICATION_BATCHES, ...NOTIFICATIONS, 'http.status-of-notification'],
  },
  {
    name: 'responds to a batch of notifications with an empty array',
    behavior: { joinBatch: (responses) => responses },
    fails: [...NOTIFICATION_BATCHES],
  },
  {
    name: 'rejects batches of notifications',
    behavior: {
      rejectBatch: (items, route) =>
        items.every((item) => isObject(item) && !('id' in item) && 'method' in item)
          ? new Failure(-32600, 'Invalid Request')
          : correctBehavior.rejectBatch(items, route),
    },
    fails: [...NOTIFICATION_BATCHES],
  },
  {
    name: 'sends 200 if there is no response',
    behavior: {
      reply: (body) =>
        body === undefined ? { status: 200, headers: {}, body: '' } : correctBehavior.reply(body),
    },
    fails: ['http.status-of-notification', 'kit.no-content'],
  },
];

function isSubtraction(params: unknown): boolean {
  return Array.isArray(params) && params.length === 2 && params.every(Number.isFinite);
}
