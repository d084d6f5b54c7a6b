import {
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  jsonRpcContext,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

class Refused extends defineError({ code: 6100, message: 'Refused' }) {}

/** How often something that has to be closed was opened, and how often it was closed. */
export interface OpenCounts {
  opened: number;
  closed: number;
  /** Background tasks that were added, and those that ran. */
  tasksAdded: number;
  tasksRun: number;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Methods that do on purpose what goes wrong in real life. Whatever they open, they count. */
export function soakEntrypoint(counts: OpenCounts): Entrypoint {
  const counted = (name: string, teardown: 'before-response' | 'after-response') =>
    dependency(
      {},
      async function* () {
        counts.opened += 1;
        try {
          yield name;
        } finally {
          await pause(0);
          counts.closed += 1;
        }
      },
      { name, teardown },
    );
  const session = counted('session', 'after-response');
  const transaction = counted('transaction', 'before-response');
  const refusing = dependency({ transaction }, async (): Promise<string> => {
    await pause(1);
    throw new Refused();
  });
  const brokenTeardown = dependency({ transaction }, async function* () {
    counts.opened += 1;
    yield 'broken';
    counts.closed += 1;
    throw new Error('The teardown is broken on purpose');
  });

  const soak = new Entrypoint('/soak/jsonrpc', {
    name: 'soak',
    dependencies: [session],
    timeout: 5_000,
    schedulerOptions: { concurrency: 50, maxPending: 2_000 },
    middlewares: [async (_, next) => next()],
  });

  soak.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  soak.method('slow', { args: { milliseconds: v.number(), transaction } }, async (args) => {
    await pause(args.milliseconds);
    return args.milliseconds;
  });
  soak.method('refused', { args: { refusing }, errors: [Refused] }, () => null);
  soak.method('brokenTeardown', { args: { brokenTeardown } }, () => null);
  soak.method('boom', { args: { transaction } }, async () => {
    await pause(1);
    throw new Error('Broken on purpose');
  });
  soak.method('ignoresTimeout', { args: { transaction }, timeout: 10 }, () => pause(40));
  soak.method('failsLate', { args: { transaction }, timeout: 10 }, async () => {
    await pause(30);
    throw new Error('Late on purpose');
  });
  soak.method('heedsSignal', { args: { transaction, signal }, timeout: 10 }, async (args) => {
    await new Promise((_, reject) => {
      args.signal.addEventListener('abort', () => reject(args.signal.reason as Error), {
        once: true,
      });
    });
  });
  soak.method(
    'tasks',
    { args: { tasks: backgroundTasks, context: jsonRpcContext } },
    ({ tasks, context }) => {
      counts.tasksAdded += 1;
      tasks.add(async () => {
        await pause(1);
        counts.tasksRun += 1;
      });
      return context.entrypoint.path;
    },
  );
  return soak;
}
