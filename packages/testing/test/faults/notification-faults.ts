import type { Fault } from '../fault.js';
import { Failure, isObject, rightRules } from '../rules.js';

const never = (): boolean => false;

export const notificationFaults: readonly Fault[] = [
  {
    name: 'answers notifications',
    isSlow: true,
    rules: { isNotification: never },
    fails: [
      'notification.of-a-method',
      'notification.with-result',
      'notification.unknown-method',
      'notification.invalid-params',
      'notification.failing',
      'batch.mixed',
      'batch.of-notifications',
      'batch.of-one-notification',
      'batch.failed-notification',
      'http.status-of-notification',
      'kit.notification-in-background',
      'kit.no-content',
    ],
  },
  {
    name: 'answers notifications of unknown methods',
    rules: {
      isNotification: (request) =>
        !('id' in request) && rightRules.find(String(request['method'])) !== undefined,
    },
    fails: [
      'notification.unknown-method',
      'batch.of-one-notification',
      'batch.failed-notification',
      'kit.no-content',
    ],
  },
  {
    name: 'answers notifications with wrong parameters',
    rules: {
      isNotification: (request) =>
        !('id' in request) &&
        !(request['method'] === 'subtract' && !isSubtraction(request['params'])),
    },
    fails: ['notification.invalid-params', 'batch.failed-notification'],
  },
  {
    name: 'answers notifications that throw',
    rules: {
      isNotification: (request) => !('id' in request) && request['method'] !== 'throws',
    },
    fails: ['notification.failing'],
  },
  {
    name: 'answers notifications of methods with a result',
    rules: {
      isNotification: (request) => !('id' in request) && request['method'] !== 'get_data',
    },
    fails: ['notification.with-result'],
  },
  {
    name: 'answers no request of methods without a result',
    rules: {
      success: (id, result) => (result === undefined ? undefined : rightRules.success(id, result)),
    },
    fails: ['response.result-of-nothing'],
  },
  {
    name: 'waits for notifications',
    isSlow: true,
    rules: { awaits: () => true },
    fails: ['kit.notification-in-background'],
  },
  {
    name: 'answers a notification by OK',
    rules: {
      reply: (body) =>
        body === undefined
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
          : rightRules.reply(body),
    },
    fails: [
      'notification.of-a-method',
      'notification.with-result',
      'notification.unknown-method',
      'notification.invalid-params',
      'notification.failing',
      'batch.of-notifications',
      'batch.of-one-notification',
      'http.status-of-notification',
      'kit.no-content',
    ],
  },
  {
    name: 'answers a batch of notifications by an empty array',
    rules: { joined: (answers) => answers },
    fails: ['batch.of-notifications', 'batch.of-one-notification', 'kit.no-content'],
  },
  {
    name: 'refuses batches of notifications',
    rules: {
      batchRefusal: (items, route) =>
        items.every((item) => isObject(item) && !('id' in item) && 'method' in item)
          ? new Failure(-32600, 'Invalid Request')
          : rightRules.batchRefusal(items, route),
    },
    fails: ['batch.of-notifications', 'batch.of-one-notification', 'kit.no-content'],
  },
  {
    name: 'says 200 for nothing',
    rules: {
      reply: (body) =>
        body === undefined ? { status: 200, headers: {}, body: '' } : rightRules.reply(body),
    },
    fails: ['http.status-of-notification', 'kit.no-content'],
  },
];

function isSubtraction(params: unknown): boolean {
  return Array.isArray(params) && params.length === 2 && params.every(Number.isFinite);
}
