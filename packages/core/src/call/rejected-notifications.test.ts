import { beforeEach, expect, test } from 'vitest';
import { memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  addInstrumentation,
  Api,
  dependency,
  Entrypoint,
  type JsonRpcMiddleware,
} from '../index.js';

let ran: string[];
let logger: ReturnType<typeof memoryLogger>;
let api: Api;

beforeEach(() => {
  ran = [];
  logger = memoryLogger();
  const log: JsonRpcMiddleware = (_, next) => {
    ran.push('middleware');
    return next();
  };
  const made = dependency({}, () => ran.push('dependency'));
  const v1 = new Entrypoint('/rpc', { middlewares: [log] });
  v1.method('pay', { args: { made }, notifications: 'reject' }, () => ran.push('pay'));
  v1.method('log', {}, () => ran.push('log'));
  api = new Api({ logger }).bindEntrypoint(v1);
});

test("logs a notification of a method with notifications: 'reject' as a warning, without running it", async () => {
  const { status, json } = await post(api, '/rpc', notification('pay'));
  await api.close();
  expect([status, json]).toEqual([204, undefined]);
  expect(ran).toEqual([]);
  expect(logger.entries).toMatchObject([
    {
      level: 'warn',
      details: { method: 'pay' },
      message: 'Notification dropped: its method does not accept notifications',
    },
  ]);
});

test("a method with notifications: 'reject' runs as a call, alongside the calls of its batch", async () => {
  const batch = [notification('pay'), request('pay'), notification('log')];
  const { json } = await post(api, '/rpc', batch);
  await api.close();
  expect(json).toMatchObject([{ result: 3 }]);
  expect(ran).toEqual(['middleware', 'dependency', 'pay', 'middleware', 'log']);
});

test('reports a rejected notification to instrumentation as a failed call', async () => {
  const seen: unknown[] = [];
  const remove = addInstrumentation({
    call: (context, run) => {
      const result = run();
      seen.push(context.methodRoute?.name, context.exception);
      return result;
    },
  });
  await post(api, '/rpc', notification('pay'));
  remove();
  expect(seen).toMatchObject(['pay', { data: { errors: [{ type: 'no_notification' }] } }]);
});
