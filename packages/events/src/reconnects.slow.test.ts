import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { postgresStore } from './postgres.js';

const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
/** The full number is 1,000. */
const RECONNECTS = Number(process.env['RECONNECTS'] ?? 15);
const KEYS = ['a', 'b', 'c', 'd'];
const script = fileURLToPath(new URL('../test/serve-events.mjs', import.meta.url));

/** The stores that can be tested here, with the number of servers that share one. */
const STORES: readonly (readonly [name: string, servers: number])[] = [
  ['memory', 1],
  ['PGlite', 1],
  ...(databaseUrl === undefined ? [] : ([['PostgreSQL', 3]] as const)),
  ...(redisUrl === undefined ? [] : ([['Redis', 3]] as const)),
];

if (databaseUrl === undefined || redisUrl === undefined) {
  console.info(
    'Left out: reconnects with several servers. To test them: DATABASE_URL=postgres://user@host/database ' +
      'REDIS_URL=redis://localhost:6379 RECONNECTS=1000 npm run test:slow',
  );
}

/** Servers of one store, some of which are killed and started again. */
class Servers {
  readonly #arguments: readonly string[];
  readonly #running: { port: number; child: ChildProcess }[] = [];

  constructor(...args: readonly string[]) {
    this.#arguments = args;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [script, ...this.#arguments], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [data] = (await once(child.stdout, 'data')) as [Buffer];
    this.#running.push({ port: Number(data.toString()), child });
  }

  /** The port of any server. */
  get port(): number {
    return this.#running[Math.floor(Math.random() * this.#running.length)]?.port ?? 0;
  }

  async restartOne(): Promise<void> {
    const [killed] = this.#running.splice(0, 1);
    killed?.child.kill('SIGKILL');
    await this.start();
  }

  async close(): Promise<void> {
    for (const { child } of this.#running) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
}

/** A proxy that cuts every connection after a random number of bytes. */
async function cuttingProxy(servers: Servers): Promise<{ server: Server; url: string }> {
  const server = createServer((client) => {
    const upstream = connect(servers.port, '127.0.0.1');
    // The response to the upgrade has about 130 bytes, and a notification 110.
    let left = 100 + Math.floor(Math.random() * 2_500);
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data: Buffer) => {
      client.write(data.subarray(0, left));
      left -= data.length;
      if (left <= 0) client.end(cut);
    });
    for (const socket of [client, upstream] satisfies Socket[]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc` };
}

/** Receives the events of a key, and resumes after every cut. */
class Subscriber {
  readonly received: number[] = [];
  reconnects = 0;
  /** The numbers of events that were received before each EventsLost. */
  readonly lostAt: number[] = [];
  #cursor: string | undefined;
  #isClosed = false;
  #socket: WebSocket | undefined;
  readonly #url: string;
  readonly #key: string;

  readonly #pause: number;

  /**
   * @param cursor of the event before the first one
   * @param pause milliseconds before a reconnect
   */
  constructor(url: string, key: string, { cursor, pause = 5 }: { cursor: string; pause?: number }) {
    this.#url = url;
    this.#pause = pause;
    this.#key = key;
    this.#cursor = cursor;
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      socket.on('open', () => {
        const params = { key: this.#key };
        const request = { jsonrpc: '2.0', id: 1, method: 'numbers.subscribe', params };
        socket.send(JSON.stringify({ ...request, cursor: this.#cursor }));
      });
      socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString())));
      socket.on('error', () => undefined);
      // Not once(), which rejects after an error.
      await new Promise((resolve) => socket.on('close', resolve));
      this.reconnects += 1;
      await sleep(this.#pause);
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- a message of any kind
  #receive({ params, error }: any): void {
    if (error?.code === -32012) {
      this.lostAt.push(this.received.length);
      this.#cursor = undefined;
    }
    // It was too slow, or has to subscribe without a cursor.
    if ((error ?? params?.error) !== undefined) this.#socket?.terminate();
    if (params?.result === undefined) return;
    this.received.push(params.result);
    this.#cursor = params.cursor;
  }
}

async function call<T>(servers: Servers, method: string, params: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${servers.port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(error.message);
  return result;
}

interface HistoryItem {
  readonly event: number;
  readonly cursor: string;
}

async function history(servers: Servers, key: string): Promise<HistoryItem[]> {
  const all: HistoryItem[] = [];
  for (;;) {
    const after = all.at(-1)?.cursor;
    const page = await call<HistoryItem[]>(servers, 'history', { key, after });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

describe.each(STORES)('subscriptions with %s and %i servers', (kind, count) => {
  test(
    'lose and double nothing although their connections are cut and servers are killed',
    { timeout: 120_000 + RECONNECTS * 1_000 },
    async () => {
      const name = `reconnects_${process.pid}_${kind.toLowerCase()}`;
      const pool = new Pool({ connectionString: databaseUrl });
      if (kind === 'PostgreSQL')
        await postgresStore({ database: pool, table: name }).createTables();
      const servers = new Servers(kind, name, '1000000');
      for (let started = 0; started < count; started += 1) await servers.start();
      const { server, url } = await cuttingProxy(servers);
      for (const key of KEYS) await call(servers, 'publish', { key, event: 0 });
      const subscribers: Subscriber[] = [];
      for (const key of KEYS) {
        await expect.poll(async () => (await history(servers, key)).length).toBe(1);
        const [first] = await history(servers, key);
        subscribers.push(new Subscriber(url, key, { cursor: first?.cursor ?? '' }));
      }
      const acknowledged: number[][] = KEYS.map(() => []);
      const reconnects = (): number => subscribers.reduce((sum, one) => sum + one.reconnects, 0);
      let event = 0;
      let killedAt = 0;
      while (reconnects() < RECONNECTS) {
        event += 1;
        const own = event;
        await Promise.all(
          KEYS.map((key, index) =>
            call(servers, 'publish', { key, event: own }).then(
              () => acknowledged[index]?.push(own),
              // Whether the event exists is unknown.
              () => undefined,
            ),
          ),
        );
        if (count > 1 && reconnects() >= killedAt + 40) {
          killedAt = reconnects();
          await servers.restartOne();
        }
      }
      await expect
        .poll(() => call(servers, 'publish', { key: 'last', event: 0 }), { timeout: 30_000 })
        .toBe(null);
      for (const [index, key] of KEYS.entries()) {
        let stored: number[] = [];
        await expect
          .poll(
            async () => {
              stored = (await history(servers, key)).slice(1).map((item) => item.event);
              return subscribers[index]?.received.length === stored.length;
            },
            { timeout: 60_000 },
          )
          .toBe(true);
        expect(subscribers[index]?.received).toEqual(stored);
        expect(subscribers[index]?.lostAt).toEqual([]);
        expect(stored).toEqual(expect.arrayContaining(acknowledged[index] ?? []));
      }
      const received = subscribers.reduce((sum, one) => sum + one.received.length, 0);
      console.info(`${kind}: ${reconnects()} reconnects, ${received} events`);
      for (const subscriber of subscribers) subscriber.close();
      server.close();
      await servers.close();
      if (kind === 'PostgreSQL') {
        await pool.query(`drop table ${name}, ${name}_keys; drop sequence ${name}_version`);
      }
      await pool.end();
    },
  );

  test(
    'report every gap of a history that is too short',
    { timeout: 120_000 + RECONNECTS * 1_000 },
    async () => {
      const name = `gaps_${process.pid}_${kind.toLowerCase()}`;
      const pool = new Pool({ connectionString: databaseUrl });
      if (kind === 'PostgreSQL')
        await postgresStore({ database: pool, table: name }).createTables();
      const servers = new Servers(kind, name, '3');
      for (let started = 0; started < count; started += 1) await servers.start();
      const { server, url } = await cuttingProxy(servers);
      await call(servers, 'publish', { key: 'a', event: 0 });
      await expect.poll(async () => (await history(servers, 'a')).length).toBe(1);
      const [first] = await history(servers, 'a');
      const subscriber = new Subscriber(url, 'a', { cursor: first?.cursor ?? '', pause: 100 });
      for (let event = 1; subscriber.reconnects < RECONNECTS; event += 1) {
        await call(servers, 'publish', { key: 'a', event });
      }
      const { received, lostAt } = subscriber;
      const gaps = received.flatMap((event, index) =>
        event === (received[index - 1] ?? 0) + 1 ? [] : [index],
      );
      console.info(`${kind}: ${gaps.length} gaps, ${lostAt.length} times EventsLost`);
      expect(received).toEqual(received.toSorted((a, b) => a - b));
      expect(new Set(received).size).toBe(received.length);
      expect(gaps.length).toBeGreaterThan(0);
      expect(lostAt).toEqual(expect.arrayContaining(gaps));
      subscriber.close();
      server.close();
      await servers.close();
      if (kind === 'PostgreSQL') {
        await pool.query(`drop table ${name}, ${name}_keys; drop sequence ${name}_version`);
      }
      await pool.end();
    },
  );
});
