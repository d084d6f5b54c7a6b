import { setTimeout as wait } from 'node:timers/promises';
import {
  Api,
  type ApiOptions,
  backgroundTasks,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  resource,
} from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { serveSchemas } from '@jsonrpc-kit/schema';
import * as v from 'valibot';
import type { Child } from '../processes/child.js';
import { send, sendMany, sendWithoutReading } from './client.js';

/** Counts the handlers, tasks or dependencies that run in a server at the same time. */
export class Gauge {
  running = 0;
  /** The highest value of `running`. */
  peak = 0;

  enter(): void {
    this.running += 1;
    this.peak = Math.max(this.peak, this.running);
  }

  leave(): void {
    this.running -= 1;
  }

  /** Counts one more for as long as the work takes. */
  async during(work: () => Promise<unknown>): Promise<void> {
    this.enter();
    await work();
    this.leave();
  }
}

/** A limit of an api, with requests at the limit and beyond the limit. */
export interface Bound {
  readonly name: string;
  /** Creates the api. Called in the server process. */
  readonly api: (gauge: Gauge) => Api;
  /**
   * The noun for the highest count of the gauge in the report, such as `handlers at once`, or `log`
   * to report the bytes of the log instead.
   */
  readonly reports?: string | undefined;
  /** The `timeout` of `closeOnSignals()`. Default: the server ignores signals. */
  readonly shutdownTimeout?: number | undefined;
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  /** Describes the requests in the report, such as `2 MiB in chunks`. */
  readonly sends: string;
  /** Sends the requests and describes their responses. Called in the client process. */
  readonly run: (server: Child) => Promise<string>;
}

const MIB = 1024 * 1024;
const SILENT = { error: () => undefined, warn: () => undefined };

type Declare = (rpc: Entrypoint, gauge: Gauge) => void;

function api(
  options: EntrypointOptions | ((gauge: Gauge) => EntrypointOptions),
  declare: Declare,
  apiOptions: ApiOptions = {},
) {
  return (gauge: Gauge): Api => {
    const rpc = new Entrypoint('/rpc', typeof options === 'function' ? options(gauge) : options);
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

/** Returns an attempt that sends one request. */
function request(sends: string, body: string | (() => AsyncIterable<string>)): Attempt {
  return {
    sends,
    run: ({ ready: { port } }) => send({ port, body: typeof body === 'string' ? body : body() }),
  };
}

/** Returns an attempt that sends many requests at once, each on its own connection. */
function requests(count: number, sends: string, body: string): Attempt {
  return { sends, run: ({ ready: { port } }) => sendMany(count, { port, body }) };
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
  rpc.method('sleep', { args: { values: v.any(), ms: v.number() } }, ({ ms }) =>
    gauge.during(() => wait(ms)),
  );
const hang: Declare = (rpc, gauge) =>
  rpc.method('hang', {}, () => gauge.during(() => new Promise(() => undefined)));

const fail: Declare = (rpc) =>
  rpc.method('fail', {}, () => {
    throw new Error('Broken on purpose');
  });
const block: Declare = (rpc) =>
  rpc.method('block', {}, () => {
    const end = performance.now() + 50;
    while (performance.now() < end);
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
  return dependency({}, () => gauge.during(() => wait(20)), { name: 'slowSession' });
}

function hangingSession(gauge: Gauge) {
  const hanging = (): Promise<unknown> => gauge.during(() => new Promise(() => undefined));
  return dependency({}, hanging, { name: 'hangingSession' });
}

/** Returns an attempt whose clients request 6 MiB and don't read it, and then one that reads. */
function unreadResponses(count: number): Attempt {
  return {
    sends: `${count} clients don't read 6 MiB each, then a call`,
    run: async ({ ready: { port } }) => {
      const close = sendWithoutReading(count, port, call('text', { bytes: 6 * MIB }));
      // The responses are built and written in the meantime.
      await wait(3_000);
      const response = await send({ port, body: call('text', { bytes: 1 }) });
      close();
      return response;
    },
  };
}

/** Returns a call with the params `{ values: [value, …] }`, of about the given number of bytes. */
function numbers(value: 0 | 1, bytes: number): string {
  return call('numbers', { values: Array.from({ length: bytes / 2 - 50 }, () => value) });
}

// An invalid number has three problems.
const Numbers = v.array(v.pipe(v.number(), v.minValue(1), v.gtValue(0), v.notValue(0)));
const checkNumbers: Declare = (rpc) =>
  rpc.method('numbers', { args: { values: Numbers } }, ({ values }) => values.length);

const objects = (bytes: number): string =>
  call('sleep', { ms: 3_000, values: Array.from({ length: bytes / 8 - 20 }, () => ({ a: 1 })) });
const nestedArrays = (bytes: number): string => {
  const depth = bytes / 2 - 100;
  return `{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":3000,"values":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
};
// The bytes of a response beside its result, rounded up.
const ENVELOPE = 100;
const notification = '{"jsonrpc":"2.0","method":"fail"}';

function bound(
  name: string,
  declare: Bound['api'],
  attempts: readonly Attempt[],
  reports?: string,
): Bound {
  return { name, api: declare, attempts, reports };
}

export const bounds: readonly Bound[] = [
  bound('maxBodyBytes, 1 MiB', api({}, ping), [
    request('1 MiB', call('ping').padEnd(MIB)),
    request('2 MiB in chunks', () => spaces(2)),
  ]),
  bound('bodyTimeout, 300 ms', api({ limits: { bodyTimeout: 300 } }, ping), [
    request('a pause of 100 ms', () => slowly(call('ping'), 100)),
    request('a pause of 3 s', () => slowly(call('ping'), 3_000)),
  ]),
  bound(
    'sendTimeout, 2 s',
    (gauge) =>
      api({ limits: { sendTimeout: 2_000 }, messageDependencies: [session(gauge)] }, text)(gauge),
    [
      requests(8, '8 clients read 8 MiB each', call('text', { bytes: 8 * MIB })),
      {
        sends: "60 clients don't read 8 MiB each",
        run: async (server) => {
          const body = call('text', { bytes: 8 * MIB });
          const close = sendWithoutReading(60, server.ready.port, body);
          const start = performance.now();
          let open = 60;
          do {
            await wait(50);
            const { running, peak } = await server.ask<Gauge>();
            if (peak > 0) open = running;
          } while (open > 0 && performance.now() - start < 20_000);
          close();
          return open === 0 ? 'closed, no dependency open' : `${open} dependencies open`;
        },
      },
    ],
  ),
  bound('maxBatchSize, 1,000', api({}, ping), [
    request('1,000 calls', batch(1_000, call('ping'))),
    request('1,001 calls', batch(1_001, call('ping'))),
  ]),
  bound('maxResultBytes, 10 MiB', api({}, text), [
    request('10 MiB', call('text', { bytes: 10 * MIB - ENVELOPE })),
    request('11 MiB', call('text', { bytes: 11 * MIB })),
  ]),
  bound('maxResponseBytes, 25 MiB', api({}, text), [
    request('25 calls of 1 MiB', batch(25, call('text', { bytes: MIB - ENVELOPE }))),
    request('1,000 calls of 600 KB', batch(1_000, call('text', { bytes: 600_000 }))),
  ]),
  bound(
    'maxResponseBytes, rpc.discover, 400 methods',
    (gauge) => {
      const described = api({}, (rpc) => {
        for (let index = 0; index < 400; index += 1) {
          const args = { account: v.string(), amount: v.number() };
          rpc.method(`method${index}`, { args, result: v.boolean() }, () => true);
        }
      })(gauge);
      serveSchemas(described);
      return described;
    },
    [
      request('1 call', call('rpc.discover')),
      request('1,000 calls', batch(1_000, call('rpc.discover'))),
    ],
  ),
  bound('Problems of a call, 100', api({}, checkNumbers), [
    request('1 MiB of valid numbers', numbers(1, MIB)),
    request('1 MiB of invalid numbers', numbers(0, MIB)),
  ]),
  bound('Problems of a response, 1,000', api({}, checkNumbers), [
    request('1,000 calls of 200 valid numbers', batch(1_000, numbers(1, 500))),
    request('1,000 calls of 200 invalid numbers', batch(1_000, numbers(0, 500))),
  ]),
  bound(
    'concurrency 10, maxWaiting 100',
    api({ concurrency: 10, maxWaiting: 100 }, sleep),
    [
      request('110 calls of 20 ms', batch(110, call('sleep', { values: 0, ms: 20 }))),
      request('1,000 calls of 20 ms', batch(1_000, call('sleep', { values: 0, ms: 20 }))),
    ],
    'handlers at once',
  ),
  bound(
    'Shared dependencies, concurrency 1, maxWaiting 1',
    api(
      (gauge) => ({
        messageDependencies: [slowSession(gauge)],
        concurrency: 1,
        maxWaiting: 1,
      }),
      ping,
    ),
    [requests(2, '2 requests', call('ping')), requests(500, '500 requests', call('ping'))],
    'at once',
  ),
  bound(
    'maxHeldBytes, 256 MiB',
    api({}, sleep, { maxHeldBytes: 256 * MIB }),
    [
      requests(8, '8 bodies of 1 MiB, rows', objects(MIB)),
      requests(64, '64 bodies of 1 MiB, rows', objects(MIB)),
      requests(64, '64 bodies of 1 MiB, nested arrays', nestedArrays(MIB)),
    ],
    'handlers at once',
  ),
  bound('maxHeldBytes, 128 MiB, unread responses', api({}, text, { maxHeldBytes: 128 * MIB }), [
    unreadResponses(10),
    unreadResponses(120),
  ]),
  bound(
    'Shared dependencies that hang, timeout 500 ms, concurrency 2',
    api(
      (gauge) => ({
        messageDependencies: [hangingSession(gauge)],
        timeout: 500,
        concurrency: 2,
      }),
      ping,
    ),
    [requests(2, '2 requests', call('ping')), requests(40, '40 requests', call('ping'))],
    'at once',
  ),
  bound('timeout, 200 ms', api({ timeout: 200 }, sleep), [
    request('100 ms', call('sleep', { values: 0, ms: 100 })),
    request('3 s', call('sleep', { values: 0, ms: 3_000 })),
  ]),
  bound(
    'Abandoned handlers, timeout 50 ms, concurrency 10',
    api({ timeout: 50, concurrency: 10 }, hang),
    [
      request('10 calls', batch(10, call('hang'))),
      request('1,000 calls', batch(1_000, call('hang'))),
    ],
    'handlers at once',
  ),
  bound(
    'Background tasks, concurrency 2, maxWaiting 10',
    api({ backgroundTasks: { concurrency: 2, maxWaiting: 10 } }, (rpc, gauge) =>
      rpc.method('add', { args: { tasks: backgroundTasks } }, ({ tasks }) =>
        tasks.add(() => gauge.during(() => wait(1_000))),
      ),
    ),
    [
      requests(10, '10 requests, a task of 1 s each', call('add')),
      requests(500, '500 requests, a task of 1 s each', call('add')),
      requests(
        100,
        '100 requests, 1,000 notifications with a task each',
        batch(1_000, '{"jsonrpc":"2.0","method":"add"}'),
      ),
    ],
    'tasks at once',
  ),
  {
    name: 'Shutdown while a resource hangs, timeout 500 ms',
    api: (gauge) => {
      const database = resource<string>('database');
      const read = (rpc: Entrypoint): unknown =>
        rpc.method('read', { args: { database } }, (args) => args.database);
      const hanging = api(
        {},
        read,
      )(gauge).provide(database, {
        open: () => 'open',
        close: () => new Promise(() => undefined),
      });
      // Like a socket that never closes.
      return hanging.onClosed(() => new Promise(() => setInterval(() => undefined, 1_000)));
    },
    shutdownTimeout: 500,
    attempts: [{ sends: 'SIGTERM', run: async (server) => `exit ${await server.stop('SIGTERM')}` }],
  },
  // Without a logger the api writes to standard error.
  bound(
    'Log lines, 10 per request',
    api({}, fail, { logger: undefined }),
    [
      request('10 failing notifications', batch(10, notification)),
      request('31 KiB of failing notifications', batch(930, notification)),
    ],
    'log',
  ),
  bound('Yield every 20 ms', api({}, block), [
    request('1 call of 50 ms', call('block')),
    request('100 calls of 50 ms', batch(100, call('block'))),
  ]),
  bound(
    'rateLimit, 10 points',
    api({ rateLimit: rateLimit({ points: 10, duration: 60, key: () => 'caller' }) }, ping),
    [
      request('10 calls', batch(10, call('ping'))),
      request('1,000 calls', batch(1_000, call('ping'))),
    ],
  ),
  bound('allowedHosts, 127.0.0.1', api({}, ping, { allowedHosts: ['127.0.0.1'] }), [
    request('Host: 127.0.0.1', call('ping')),
    {
      sends: 'Host: evil.example',
      run: ({ ready: { port } }) => send({ port, body: call('ping'), host: 'evil.example' }),
    },
  ]),
];
