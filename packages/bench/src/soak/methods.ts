import { setTimeout as wait } from 'node:timers/promises';
import { backgroundTasks, defineError, dependency, Entrypoint, signal } from '@jsonrpc-kit/core';
import * as v from 'valibot';

class Rejected extends defineError({ code: 6100, message: 'Rejected' }) {}

/** Counts the dependencies opened and closed, and the background tasks added and run. */
export interface SoakCounter {
  opened: number;
  closed: number;
  tasksAdded: number;
  tasksRun: number;
}

/** The calls share its memory, so that unread results don't count as a growing heap. */
const longText = 'x'.repeat(8 * 1024 * 1024);

/** Methods that fail in the ways that happen in production, and count what they open. */
export function soakEntrypoint(counter: SoakCounter): Entrypoint {
  const counted = (name: string, teardown: 'before-response' | 'after-response') =>
    dependency(
      {},
      async function* () {
        counter.opened += 1;
        try {
          yield name;
        } finally {
          await wait(0);
          counter.closed += 1;
        }
      },
      { name, teardown },
    );
  const transaction = counted('transaction', 'before-response');
  const rejecting = dependency({ transaction }, async (): Promise<string> => {
    await wait(1);
    throw new Rejected();
  });
  const brokenTeardown = dependency({ transaction }, async function* () {
    counter.opened += 1;
    yield 'broken';
    counter.closed += 1;
    throw new Error('Broken on purpose');
  });

  const rpc = new Entrypoint('/soak/jsonrpc', {
    name: 'soak',
    messageDependencies: [counted('session', 'after-response')],
    timeout: 5_000,
    limits: { sendTimeout: 300 },
    concurrency: 50,
    maxWaiting: 2_000,
    middlewares: [async (_, next) => next()],
  });
  rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  rpc.method('large', { args: { length: v.number(), transaction } }, ({ length }) =>
    longText.slice(0, length),
  );
  rpc.method('slow', { args: { milliseconds: v.number(), transaction } }, ({ milliseconds }) =>
    wait(milliseconds),
  );
  rpc.method('rejected', { args: { rejecting }, errors: [Rejected] }, () => null);
  rpc.method('brokenTeardown', { args: { brokenTeardown } }, () => null);
  rpc.method('throws', { args: { transaction } }, async () => {
    await wait(1);
    throw new Error('Broken on purpose');
  });
  rpc.method('ignoresTimeout', { args: { transaction }, timeout: 10 }, () => wait(40));
  rpc.method('throwsAfterTimeout', { args: { transaction }, timeout: 10 }, async () => {
    await wait(30);
    throw new Error('Late on purpose');
  });
  rpc.method('observesSignal', { args: { transaction, signal }, timeout: 10 }, (args) =>
    wait(60_000, null, { signal: args.signal, ref: false }),
  );
  rpc.method('tasks', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    counter.tasksAdded += 1;
    tasks.add(async () => {
      await wait(1);
      counter.tasksRun += 1;
    });
  });
  return rpc;
}
