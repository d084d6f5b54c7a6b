import { setTimeout as wait } from 'node:timers/promises';
import {
  Api,
  type ApiOptions,
  backgroundTasks,
  dependency,
  Entrypoint,
  type EntrypointOptions,
} from '@jsonrpc-kit/core';
import { serveSchemas } from '@jsonrpc-kit/schema';
import * as v from 'valibot';
import type { BoundProcess } from './bound-process.js';
import { send, sendMany, sendWithoutReading } from './client.js';
import type { Gauge } from './gauge.js';

/** One bound of an api: its declaration, and what is sent at the limit and beyond it. */
export interface Bound {
  readonly name: string;
  /** Called in the server process. */
  readonly api: (gauge: Gauge) => Api;
  /** What the gauge of the api counts, or `'log'` for the bytes of the log. */
  readonly reports?: string | undefined;
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  readonly sends: string;
  /** Called in the client; describes the response. */
  readonly run: (server: BoundProcess) => Promise<string>;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const SILENT = { error: () => undefined, warn: () => undefined };

type Declare = (rpc: Entrypoint, gauge: Gauge) => void;

function api(options: EntrypointOptions, declare: Declare, apiOptions: ApiOptions = {}) {
  return (gauge: Gauge): Api => {
    const rpc = new Entrypoint('/rpc', options);
    declare(rpc, gauge);
    return new Api({ logger: SILENT, ...apiOptions }).bindEntrypoint(rpc);
  };
}

function call(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function batch(count: number, body: string): string {
  return `[${Array.from({ length: count }, () => body).join(',')}]`;
}

/** An attempt that is one request. */
function request(sends: string, body: string | (() => AsyncIterable<string>)): Attempt {
  return {
    sends,
    run: ({ port }) => send({ port, body: typeof body === 'string' ? body : body() }),
  };
}

/** An attempt that is many requests at once, each on a connection of its own. */
function requests(count: number, sends: string, body: string): Attempt {
  return { sends, run: ({ port }) => sendMany(count, { port, body }) };
}

async function* slowly(body: string, pause: number): AsyncGenerator<string> {
  yield body.slice(0, 10);
  await wait(pause);
  yield body.slice(10);
}

async function* spaces(mebibytes: number): AsyncGenerator<string> {
  for (let sent = 0; sent < mebibytes; sent += 1) yield ' '.repeat(MIB);
}

const ping: Declare = (rpc) => rpc.method('ping', {}, () => 'pong');
const text: Declare = (rpc) =>
  rpc.method('text', { args: { bytes: v.number() } }, ({ bytes }) => 'x'.repeat(bytes));
const sleep: Declare = (rpc, gauge) =>
  rpc.method('sleep', { args: { values: v.any(), ms: v.number() } }, async ({ ms }) => {
    gauge.enter();
    await wait(ms);
    gauge.leave();
  });
const hang: Declare = (rpc, gauge) =>
  rpc.method('hang', {}, () => {
    gauge.enter();
    return new Promise<never>(() => undefined);
  });

function session(gauge: Gauge) {
  return dependency(
    {},
    async function* () {
      gauge.enter();
      yield 'session';
      gauge.leave();
    },
    { name: 'session' },
  );
}

function slowSession(gauge: Gauge) {
  return dependency(
    {},
    async () => {
      gauge.enter();
      await wait(20);
      gauge.leave();
    },
    { name: 'slowSession' },
  );
}

/** `{ values: [number, …] }` of about as many bytes. */
function numbers(value: 0 | 1, bytes: number): string {
  return call('numbers', { values: Array.from({ length: bytes / 2 - 50 }, () => value) });
}

// A wrong number has three problems.
const Numbers = v.array(v.pipe(v.number(), v.minValue(1), v.gtValue(0), v.notValue(0)));
const checkNumbers: Declare = (rpc) =>
  rpc.method('numbers', { args: { values: Numbers } }, ({ values }) => values.length);

const objects = (bytes: number): string =>
  call('sleep', { ms: 3_000, values: Array.from({ length: bytes / 8 - 20 }, () => ({ a: 1 })) });
// More than the bytes of a response around its result.
const ENVELOPE = 100;
const notification = '{"jsonrpc":"2.0","method":"fail"}';

export const bounds: readonly Bound[] = [
  {
    name: 'maxBodyBytes, 1 MiB',
    api: api({}, ping),
    attempts: [
      request('1 MiB', call('ping').padEnd(MIB)),
      request('2 MiB in chunks', () => spaces(2)),
    ],
  },
  {
    name: 'bodyTimeout, 300 ms',
    api: api({ bodyTimeout: 300 }, ping),
    attempts: [
      request('a pause of 100 ms', () => slowly(call('ping'), 100)),
      request('a pause of 3 s', () => slowly(call('ping'), 3_000)),
    ],
  },
  {
    name: 'sendTimeout, 2 s',
    api: (gauge) => api({ sendTimeout: 2_000, dependencies: [session(gauge)] }, text)(gauge),
    attempts: [
      requests(8, '8 clients read 8 MiB each', call('text', { bytes: 8 * MIB })),
      {
        sends: "60 clients don't read 8 MiB each",
        run: async (server) => {
          const body = call('text', { bytes: 8 * MIB });
          const close = sendWithoutReading(60, { port: server.port, body });
          const start = performance.now();
          let open = 60;
          do {
            await wait(50);
            const { running, peak } = await server.gauge();
            if (peak > 0) open = running;
          } while (open > 0 && performance.now() - start < 20_000);
          close();
          return open === 0 ? 'closed, no dependency open' : `${open} dependencies open`;
        },
      },
    ],
  },
  {
    name: 'maxBatchSize, 1,000',
    api: api({}, ping),
    attempts: [
      request('1,000 calls', batch(1_000, call('ping'))),
      request('1,001 calls', batch(1_001, call('ping'))),
    ],
  },
  {
    name: 'maxResultBytes, 10 MiB',
    api: api({}, text),
    attempts: [
      request('10 MiB', call('text', { bytes: 10 * MIB - ENVELOPE })),
      request('11 MiB', call('text', { bytes: 11 * MIB })),
    ],
  },
  {
    name: 'maxResponseBytes, 25 MiB',
    api: api({}, text),
    attempts: [
      request('25 calls of 1 MiB', batch(25, call('text', { bytes: MIB - ENVELOPE }))),
      request('1,000 calls of 600 KB', batch(1_000, call('text', { bytes: 600_000 }))),
    ],
  },
  {
    name: 'maxResponseBytes, rpc.discover, 400 methods',
    api: (gauge) => {
      const described = api({}, (rpc) => {
        for (let index = 0; index < 400; index += 1) {
          const args = { account: v.string(), amount: v.number() };
          rpc.method(`method${index}`, { args, result: v.boolean() }, () => true);
        }
      })(gauge);
      serveSchemas(described);
      return described;
    },
    attempts: [
      request('1 call', call('rpc.discover')),
      request('1,000 calls', batch(1_000, call('rpc.discover'))),
    ],
  },
  {
    name: 'Problems of a call, 100',
    api: api({}, checkNumbers),
    attempts: [
      request('1 MiB of right numbers', numbers(1, MIB)),
      request('1 MiB of wrong numbers', numbers(0, MIB)),
    ],
  },
  {
    name: 'Problems of a response, 1,000',
    api: api({}, checkNumbers),
    attempts: [
      request('1,000 calls of 200 right numbers', batch(1_000, numbers(1, 500))),
      request('1,000 calls of 200 wrong numbers', batch(1_000, numbers(0, 500))),
    ],
  },
  {
    name: 'concurrency 10, maxPending 100',
    api: api({ schedulerOptions: { concurrency: 10, maxPending: 100 } }, sleep),
    reports: 'handlers at once',
    attempts: [
      request('110 calls of 20 ms', batch(110, call('sleep', { values: 0, ms: 20 }))),
      request('1,000 calls of 20 ms', batch(1_000, call('sleep', { values: 0, ms: 20 }))),
    ],
  },
  {
    name: 'Shared dependencies, concurrency 1, maxPending 1',
    api: (gauge) =>
      api(
        { dependencies: [slowSession(gauge)], schedulerOptions: { concurrency: 1, maxPending: 1 } },
        ping,
      )(gauge),
    reports: 'at once',
    attempts: [
      requests(2, '2 requests', call('ping')),
      requests(500, '500 requests', call('ping')),
    ],
  },
  {
    name: 'maxPendingBytes, 32 MiB',
    api: api({}, sleep, { maxPendingBytes: 32 * MIB }),
    reports: 'handlers at once',
    attempts: [
      requests(32, '32 bodies of 1 MiB', objects(MIB)),
      requests(64, '64 bodies of 1 MiB', objects(MIB)),
    ],
  },
  {
    name: 'timeout, 200 ms',
    api: api({ timeout: 200 }, sleep),
    attempts: [
      request('100 ms', call('sleep', { values: 0, ms: 100 })),
      request('3 s', call('sleep', { values: 0, ms: 3_000 })),
    ],
  },
  {
    name: 'Abandoned handlers, timeout 50 ms, concurrency 10',
    api: api({ timeout: 50, schedulerOptions: { concurrency: 10 } }, hang),
    reports: 'handlers at once',
    attempts: [
      request('10 calls', batch(10, call('hang'))),
      request('1,000 calls', batch(1_000, call('hang'))),
    ],
  },
  {
    name: 'Background tasks, concurrency 2, maxPending 10',
    api: api({ backgroundTaskOptions: { concurrency: 2, maxPending: 10 } }, (rpc, gauge) =>
      rpc.method('add', { args: { tasks: backgroundTasks } }, ({ tasks }) =>
        tasks.add(async () => {
          gauge.enter();
          await wait(1_000);
          gauge.leave();
        }),
      ),
    ),
    reports: 'tasks at once',
    attempts: [
      requests(10, '10 requests, a task of 1 s each', call('add')),
      requests(500, '500 requests, a task of 1 s each', call('add')),
      requests(
        100,
        '100 requests, 1,000 notifications with a task each',
        batch(1_000, '{"jsonrpc":"2.0","method":"add"}'),
      ),
    ],
  },
  {
    name: 'Log lines, 10 per request',
    // Without a logger of its own the api writes to standard error.
    api: (gauge) =>
      api(
        {},
        (rpc) =>
          rpc.method('fail', {}, () => {
            throw new Error('Broken on purpose');
          }),
        { logger: undefined },
      )(gauge),
    reports: 'log',
    attempts: [
      request('10 notifications that fail', batch(10, notification)),
      request('31 KiB of notifications that fail', batch(930, notification)),
    ],
  },
  {
    name: 'Yield every 20 ms',
    api: api({}, (rpc) =>
      rpc.method('block', {}, () => {
        const end = performance.now() + 50;
        while (performance.now() < end);
      }),
    ),
    attempts: [
      request('1 call of 50 ms', call('block')),
      request('100 calls of 50 ms', batch(100, call('block'))),
    ],
  },
  {
    name: 'rateLimit, 10 points',
    api: api({ rateLimit: { points: 10, duration: 60, key: () => 'caller' } }, ping),
    attempts: [
      request('10 calls', batch(10, call('ping'))),
      request('1,000 calls', batch(1_000, call('ping'))),
      {
        sends: '10 calls, then 10 more',
        run: async ({ port }) => {
          const body = batch(10, call('ping'));
          return `${await send({ port, body })}; ${await send({ port, body })}`;
        },
      },
    ],
  },
  {
    name: 'allowedHosts, 127.0.0.1',
    api: api({}, ping, { allowedHosts: ['127.0.0.1'] }),
    attempts: [
      request('Host: 127.0.0.1', call('ping')),
      {
        sends: 'Host: evil.example',
        run: ({ port }) => send({ port, body: call('ping'), host: 'evil.example' }),
      },
    ],
  },
];
