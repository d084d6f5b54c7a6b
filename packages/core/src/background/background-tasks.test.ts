import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, post, request } from '../../test/in-process.js';
import { Api, backgroundTasks, defineError, dependency, Entrypoint } from '../index.js';

class Refused extends defineError({ code: 6000, message: 'Refused' }) {}

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  v1 = new Entrypoint('/rpc');
  api = new Api({ logger }).bindEntrypoint(v1);
});

describe('background tasks', () => {
  test('run after the response was sent and after the teardowns, in the order of their adding', async () => {
    const db = dependency({}, function* () {
      yield 1;
      events.push('closed');
    });
    v1.method('run', { args: { db, tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(async () => {
        await Promise.resolve();
        events.push('first');
      });
      tasks.add(() => events.push('second'));
    });
    const { sent } = await post(api, '/rpc', [request('run'), request('run')]);
    events.push('sent');
    sent();
    await api.close();
    expect(events).toEqual(['sent', 'closed', 'closed', 'first', 'second', 'first', 'second']);
  });

  test('one that fails is logged, and the rest still run', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => {
        throw new Error('no mail server');
      });
      tasks.add(async () => {
        await Promise.reject(new Error('no mail either'));
      });
      tasks.add(() => events.push('done'));
    });
    const { sent } = await post(api, '/rpc', request('run'));
    sent();
    await api.close();
    expect(events).toEqual(['done']);
    expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
      'Error: no mail server',
      'Error: no mail either',
    ]);
  });

  test('one may add another', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => {
        events.push('first');
        tasks.add(() => events.push('second'));
      });
    });
    (await post(api, '/rpc', request('run'))).sent();
    await api.close();
    expect(events).toEqual(['first', 'second']);
  });

  test('of a call that failed run too', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => events.push('audit'));
      throw new Refused();
    });
    (await post(api, '/rpc', request('run'))).sent();
    await api.close();
    expect(events).toEqual(['audit']);
  });

  test('close() waits for them', async () => {
    const mail = gate();
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => mail.promise.then(() => events.push('mailed')));
    });
    (await post(api, '/rpc', request('run'))).sent();
    const closed = api.close().then(() => events.push('closed'));
    mail.open();
    await closed;
    expect(events).toEqual(['mailed', 'closed']);
  });
});
