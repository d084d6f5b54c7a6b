import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, post, request } from '../../test/in-process.js';
import { Api, backgroundTasks, defineError, dependency, Entrypoint } from '../index.js';

class Declined extends defineError({ code: 6000, message: 'Declined' }) {}

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
  test('background tasks run after the response and the teardowns, in the order in which they were added', async () => {
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
    const { markSent } = await post(api, '/rpc', [request('run'), request('run')]);
    events.push('sent');
    markSent();
    await api.close();
    expect(events).toEqual(['sent', 'closed', 'closed', 'first', 'second', 'first', 'second']);
  });

  test('logs a background task that fails, and runs the others', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => {
        throw new Error('no mail server');
      });
      tasks.add(async () => {
        await Promise.reject(new Error('no mail either'));
      });
      tasks.add(() => events.push('done'));
    });
    const { markSent } = await post(api, '/rpc', request('run'));
    markSent();
    await api.close();
    expect(events).toEqual(['done']);
    expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
      'Error: no mail server',
      'Error: no mail either',
    ]);
  });

  test('a background task may add another one', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => {
        events.push('first');
        tasks.add(() => events.push('second'));
      });
    });
    (await post(api, '/rpc', request('run'))).markSent();
    await api.close();
    expect(events).toEqual(['first', 'second']);
  });

  test('runs the background tasks of a call that failed', async () => {
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => events.push('audit'));
      throw new Declined();
    });
    (await post(api, '/rpc', request('run'))).markSent();
    await api.close();
    expect(events).toEqual(['audit']);
  });

  test('close() waits for background tasks', async () => {
    const mail = gate();
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => mail.promise.then(() => events.push('mailed')));
    });
    (await post(api, '/rpc', request('run'))).markSent();
    const closed = api.close().then(() => events.push('closed'));
    mail.open();
    await closed;
    expect(events).toEqual(['mailed', 'closed']);
  });
});
