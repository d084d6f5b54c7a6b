import { setTimeout as wait } from 'node:timers/promises';
import { backgroundTasks, Entrypoint, signal } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { Rejected, type SoakCounter, soakDependencies } from './dependencies.js';
import { addSubscriptions } from './subscriptions.js';

/** The calls share its memory, so that unread results don't count as a growing heap. */
const longText = 'x'.repeat(8 * 1024 * 1024);

/** Methods and subscriptions that fail in the ways that happen in production, and count what they open. */
export function soakEntrypoint(counter: SoakCounter): Entrypoint {
  const dependencies = soakDependencies(counter);
  const { transaction, rejecting, brokenTeardown } = dependencies;

  const rpc = new Entrypoint('/soak/jsonrpc', {
    name: 'soak',
    messageDependencies: [dependencies.session],
    connectionDependencies: [dependencies.connection],
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
  rpc.method('waits', { args: { transaction, signal } }, (args) =>
    wait(60_000, null, { signal: args.signal, ref: false }),
  );
  rpc.method('tasks', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    counter.tasksAdded += 1;
    tasks.add(async () => {
      await wait(1);
      counter.tasksRun += 1;
    });
  });
  addSubscriptions(rpc, dependencies);
  return rpc;
}
