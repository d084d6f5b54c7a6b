import { describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger } from '../../test/in-process.js';
import { adapterApi } from '../adapter.js';
import { serveHealth } from '../health.js';
import { Api, type ApiOptions, Entrypoint, resource } from '../index.js';

interface Health {
  readonly status: number;
  readonly states: unknown;
}

async function get(api: Api, path: string, headers: Record<string, string> = {}): Promise<Health> {
  const response = await adapterApi(api).handle({
    verb: 'GET',
    path,
    header: (name) => headers[name],
    readBody: () => expect.unreachable(),
    signal: new AbortController().signal,
    native: undefined,
  });
  expect([...(response?.headers ?? [])]).toContainEqual(['cache-control', 'no-store']);
  return { status: response?.status ?? 0, states: JSON.parse(response?.body as string) as unknown };
}

function createApi(options: ApiOptions = {}): Api {
  return new Api({ logger: memoryLogger(), ...options });
}

const READY = { api: 'ok', resources: {}, checks: {} };

describe('serveHealth()', () => {
  test('serves /live and /ready on any host, also when hosts are restricted', async () => {
    const api = createApi({ allowedHosts: ['bank.example'] });
    serveHealth(api);
    const headers = { host: '10.0.0.7:3000' };
    expect(await get(api, '/live', headers)).toEqual({ status: 200, states: { process: 'ok' } });
    expect(await get(api, '/ready', headers)).toEqual({ status: 200, states: READY });
  });

  test('reports a shutdown on /ready, while /live still passes', async () => {
    const api = createApi();
    serveHealth(api);
    adapterApi(api).announceShutdown();
    const states = { ...READY, api: 'shutting down' };
    expect(await get(api, '/ready')).toEqual({ status: 503, states });
    const closed = api.close();
    expect(await get(api, '/ready')).toEqual({ status: 503, states });
    expect(await get(api, '/live')).toMatchObject({ status: 200 });
    await closed;
  });

  test('reports a resource that cannot be opened, and opens it again', async () => {
    const database = resource<string>('database');
    const v1 = new Entrypoint('/rpc');
    v1.method('read', { args: { database } }, () => 1);
    const logger = memoryLogger();
    const api = createApi({ logger }).bindEntrypoint(v1);
    let attempts = 0;
    api.provide(database, {
      open: async () => {
        attempts += 1;
        if (attempts <= 2) throw new Error('down');
        return 'open';
      },
    });
    serveHealth(api, { maxAge: 1 });
    const states = (state: string) => ({ ...READY, resources: { database: state } });
    adapterApi(api).takeMounts();
    await expect.poll(() => logger.entries).toHaveLength(1);
    expect(await get(api, '/ready')).toEqual({ status: 503, states: states('not open') });
    await expect.poll(() => get(api, '/ready')).toEqual({ status: 200, states: states('ok') });
    expect(attempts).toBe(3);
  });

  test.each<[outcome: string, check: () => unknown, state: string, message: string]>([
    ['throws', () => expect.fail('no table'), 'failed', 'Health check failed'],
    ['rejects', () => Promise.reject(new Error('down')), 'failed', 'Health check failed'],
    ['hangs', () => new Promise(() => undefined), 'timed out', 'Health check timed out'],
  ])('reports a check that %s, and logs it once', async (_, check, state, message) => {
    const logger = memoryLogger();
    const api = createApi({ logger });
    serveHealth(api, { checks: { queue: () => true, database: check }, timeout: 5, maxAge: 1 });
    const states = { ...READY, checks: { queue: 'ok', database: state } };
    expect(await get(api, '/ready')).toEqual({ status: 503, states });
    const later = performance.now() + 2;
    await vi.waitUntil(() => performance.now() > later);
    expect(await get(api, '/ready')).toEqual({ status: 503, states });
    expect(logger.entries).toMatchObject([
      { level: 'warn', details: { check: 'database' }, message },
    ]);
  });

  test('passes again after a check has recovered', async () => {
    const api = createApi();
    let isUp = false;
    const check = (): void => {
      if (!isUp) throw new Error('down');
    };
    serveHealth(api, { checks: { check }, maxAge: 1 });
    expect(await get(api, '/ready')).toMatchObject({ status: 503 });
    isUp = true;
    await expect.poll(() => get(api, '/ready')).toMatchObject({ status: 200 });
  });

  test('runs a check once for any number of requests, and never beside itself', async () => {
    const api = createApi();
    const work = gate();
    let runs = 0;
    const check = async (): Promise<void> => {
      runs += 1;
      await work.promise;
    };
    serveHealth(api, { checks: { check }, timeout: 5, maxAge: 1 });
    const all = await Promise.all(Array.from({ length: 100 }, () => get(api, '/ready')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
    const later = performance.now() + 2;
    await vi.waitUntil(() => performance.now() > later);
    await get(api, '/ready');
    expect(runs).toBe(1);
    work.open();
    await expect.poll(async () => (await get(api, '/ready')).status).toBe(200);
    expect(runs).toBe(2);
  });

  test('accepts other paths, and rejects invalid options', async () => {
    const api = createApi();
    serveHealth(api, { livePath: '/healthz/live', readyPath: '/healthz/ready' });
    expect(await get(api, '/healthz/live')).toMatchObject({ status: 200 });
    expect(await get(api, '/healthz/ready')).toMatchObject({ status: 200 });
    expect(() => serveHealth(createApi(), { checks: { database: 'up' as never } })).toThrow(
      'serveHealth(): checks must be an object of functions',
    );
    expect(() => serveHealth(createApi(), { timeout: 0 })).toThrow(RangeError);
  });
});
