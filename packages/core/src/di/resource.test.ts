import { adapterApi } from '../adapter.js';
import * as v from 'valibot';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate, memoryLogger, post, request } from '../../test/in-process.js';
import { Api, dependency, Entrypoint, resource } from '../index.js';
import type { ResourceLifetime } from '../types.js';

interface Database {
  readonly url: string;
}

const database = resource<Database>('database');
const getUrl = dependency({ db: database }, ({ db }) => db.url, { name: 'getUrl' });
const getLongUrl = dependency({ url: getUrl }, ({ url }) => `${url}/bank`);

let logger: ReturnType<typeof memoryLogger>;
let events: string[];
beforeEach(() => {
  logger = memoryLogger();
  events = [];
});

function createApi(): Api {
  const v1 = new Entrypoint('/rpc');
  v1.method('direct', { args: { db: database } }, ({ db }) => db.url);
  v1.method('deep', { args: { url: getLongUrl, db: database } }, ({ url, db }) => [url, db.url]);
  v1.method('checked', { args: { db: database, n: v.number() } }, ({ db, n }) => [db.url, n]);
  v1.method('none', {}, () => 'none');
  return new Api({ logger }).bindEntrypoint(v1);
}

async function result(api: Api, method: string, params: object = {}): Promise<unknown> {
  return (await post(api, '/rpc', request(method, params))).json;
}

const INTERNAL_ERROR = { error: { code: -32603, message: 'Internal error' } };

describe('a resource', () => {
  test('is an argument of methods and of dependencies at any depth', async () => {
    const api = createApi().provide(database, { url: 'db' });
    expect(await result(api, 'direct')).toMatchObject({ result: 'db' });
    expect(await result(api, 'deep')).toMatchObject({ result: ['db/bank', 'db'] });
    expect(await result(api, 'checked', { n: 5 })).toMatchObject({ result: ['db', 5] });
  });

  test('is an argument of dependencies that run once per message', async () => {
    const shared = new Entrypoint('/rpc', { messageDependencies: [getLongUrl] });
    shared.method('run', { args: { url: getLongUrl } }, ({ url }) => url);
    const api = new Api()
      .bindEntrypoint(shared)
      .provide(database, { open: () => Promise.resolve({ url: 'db' }) });
    expect(await result(api, 'run')).toMatchObject({ result: 'db/bank' });
  });

  test('has a value for each api', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { db: database } }, ({ db }) => db.url);
    const first = new Api().bindEntrypoint(v1).provide(database, { url: 'first' });
    const second = new Api().bindEntrypoint(v1).provide(database, { url: 'second' });
    expect(await result(first, 'run')).toMatchObject({ result: 'first' });
    expect(await result(second, 'run')).toMatchObject({ result: 'second' });
  });

  test('is identified by its object and not by its name', async () => {
    const other = resource<Database>('database');
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { a: database, b: other } }, ({ a, b }) => [a.url, b.url]);
    const api = new Api().bindEntrypoint(v1);
    api.provide(database, { url: 'a' }).provide(other, { url: 'b' });
    expect(await result(api, 'run')).toMatchObject({ result: ['a', 'b'] });
  });

  test.each([undefined, null, 0, 'text', [1]])('can be %j', async (value) => {
    const anything = resource<unknown>('anything');
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { anything } }, (args) => args.anything === value);
    const api = new Api().bindEntrypoint(v1).provide(anything, { open: () => value });
    expect(await result(api, 'run')).toMatchObject({ result: true });
  });

  test('can be a function', async () => {
    const clock = resource<() => number>('clock');
    const v1 = new Entrypoint('/rpc');
    v1.method('now', { args: { clock } }, (args) => args.clock());
    const api = new Api().bindEntrypoint(v1).provide(clock, () => 42);
    expect(await result(api, 'now')).toMatchObject({ result: 42 });
  });
});

describe('a resource that a function opens', () => {
  test('is opened once, when the api is mounted', async () => {
    const api = createApi().provide(database, {
      open: () => {
        events.push('open');
        return { url: 'db' };
      },
    });
    expect(events).toEqual([]);
    adapterApi(api).takeMounts();
    expect(events).toEqual(['open']);
    await result(api, 'direct');
    await result(api, 'deep');
    expect(events).toEqual(['open']);
  });

  test('is opened by the first call of an api that is not mounted', async () => {
    const opened = gate<Database>();
    const api = createApi().provide(database, {
      open: () => {
        events.push('open');
        return opened.promise;
      },
    });
    const calls = [result(api, 'direct'), result(api, 'deep')];
    opened.open({ url: 'db' });
    expect(await Promise.all(calls)).toMatchObject([
      { result: 'db' },
      { result: ['db/bank', 'db'] },
    ]);
    expect(events).toEqual(['open']);
  });

  test('delays the calls that need it, and no others', async () => {
    const opened = gate<Database>();
    const api = createApi().provide(database, { open: () => opened.promise });
    adapterApi(api).takeMounts();
    const waiting = result(api, 'direct');
    expect(await result(api, 'none')).toMatchObject({ result: 'none' });
    expect(await result(api, 'checked')).toMatchObject({ error: { code: -32602 } });
    opened.open({ url: 'db' });
    expect(await waiting).toMatchObject({ result: 'db' });
  });

  test('fails the mount if the function throws', () => {
    const cause = new Error('no disk');
    const api = createApi().provide(database, {
      open: () => {
        throw cause;
      },
    });
    expect(() => adapterApi(api).takeMounts()).toThrow(
      expect.objectContaining({
        message: 'resource "database" could not be opened: no disk',
        cause,
      }),
    );
  });

  test('fails open() if the function rejects, and open() waits for it', async () => {
    const attempts = [Promise.reject(new Error('no server')), Promise.resolve({ url: 'db' })];
    attempts[0]?.catch(() => undefined);
    const api = createApi().provide(database, {
      open: () => attempts.shift() as Promise<Database>,
    });
    await expect(api.open()).rejects.toThrow('resource "database" could not be opened: no server');
    await api.open();
    expect(attempts).toEqual([]);
  });

  test('fails open() with the failures of others, the first of which may be a consequence', async () => {
    const jobs = resource<object>('jobs');
    const hanging = resource<object>('hanging');
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { db: database, jobs, hanging } }, () => 'none');
    const migrated = gate<Database>();
    const api = new Api({ logger })
      .bindEntrypoint(v1)
      .provide(database, { open: () => migrated.promise })
      .provide(jobs, {
        open: () => {
          setTimeout(() => migrated.fail(new Error('bad migration')), 10);
          return Promise.reject(new Error('no pool'));
        },
      })
      .provide(hanging, { open: () => new Promise<object>(() => undefined) });
    const failure = await api.open().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({
      message:
        'resource "jobs" could not be opened: no pool; ' +
        'resource "database" could not be opened: bad migration',
      errors: [{ cause: { message: 'no pool' } }, { cause: { message: 'bad migration' } }],
    });
  });

  test('is logged if it fails after the mount, and the next call tries again', async () => {
    let isUp = false;
    const api = createApi().provide(database, {
      open: async () => {
        if (!isUp) throw new Error('no server');
        return { url: 'db' };
      },
    });
    adapterApi(api).takeMounts();
    expect(await result(api, 'direct')).toMatchObject(INTERNAL_ERROR);
    expect(logger.entries).toMatchObject([
      { level: 'error', message: 'Resource could not be opened' },
      {
        level: 'error',
        details: { err: { message: 'resource "database" could not be opened: no server' } },
      },
    ]);
    isUp = true;
    expect(await result(api, 'direct')).toMatchObject({ result: 'db' });
  });

  test('ends a call by its timeout if it is never opened', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 5 });
    v1.method('run', { args: { db: database } }, () => 1);
    const api = new Api({ logger }).bindEntrypoint(v1);
    const never = gate<Database>();
    api.provide(database, { open: () => never.promise });
    expect(await result(api, 'run')).toMatchObject({ error: { code: -32002 } });
    never.fail(new Error('ended'));
    await api.close();
  });
});

describe('closing the api', () => {
  const cache = resource<string>('cache');

  function createTwo(): Api {
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { db: database, cache } }, ({ db }) => db.url);
    return new Api({ logger }).bindEntrypoint(v1);
  }

  test('closes resources after the calls have ended, in reverse order of provide()', async () => {
    const work = gate();
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { db: database, cache } }, async () => {
      await work.promise;
      events.push('call ended');
    });
    const api = new Api().bindEntrypoint(v1);
    api.provide(database, {
      open: () => ({ url: 'db' }),
      close: ({ url }) => events.push(`close ${url}`),
    });
    api.provide(cache, {
      open: async () => 'cache',
      close: async (value) => events.push(`close ${value}`),
    });
    api.onClosed(() => events.push('onClosed'));
    adapterApi(api).takeMounts();
    const running = result(api, 'run');
    const closed = api.close();
    work.open();
    await Promise.all([running, closed]);
    expect(events).toEqual(['call ended', 'onClosed', 'close cache', 'close db']);
  });

  test('does not close a resource that was never opened', async () => {
    const api = createTwo();
    api.provide(database, { open: () => ({ url: 'db' }), close: () => events.push('close') });
    await api.close();
    expect(events).toEqual([]);
  });

  test('closes a resource that is being opened after it has opened', async () => {
    const opened = gate<string>();
    const api = createTwo().provide(database, { url: 'db' });
    api.provide(cache, {
      open: () => opened.promise,
      close: (value) => events.push(`close ${value}`),
    });
    adapterApi(api).takeMounts();
    const closed = api.close().then(() => events.push('closed'));
    await new Promise(setImmediate);
    expect(events).toEqual([]);
    opened.open('cache');
    await closed;
    expect(events).toEqual(['close cache', 'closed']);
  });

  test('does not open a resource for a call whose parameters are validated after the end of close()', async () => {
    const validation = gate();
    const slow = v.checkAsync(async (_: number) => {
      await validation.promise;
      return true;
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { n: v.pipeAsync(v.number(), slow), cache } }, () => 1);
    const api = new Api({ logger }).bindEntrypoint(v1);
    api.provide(cache, { open: () => `open ${events.push('open')}` });
    const running = result(api, 'run', { n: 1 });
    await api.close({ timeout: 1, abortTimeout: 1 });
    validation.open();
    expect(await running).toMatchObject(INTERNAL_ERROR);
    expect(events).toEqual([]);
    expect(logger.entries.at(-1)?.details).toMatchObject({
      err: new Error('resource "cache" is closed, because its api is closed'),
    });
  });

  test.each<[string, ResourceLifetime<string>]>([
    ['opening', { open: () => new Promise<string>(() => undefined) }],
    ['closing', { open: () => 'cache', close: () => new Promise(() => undefined) }],
  ])(
    'close() ends in time while a resource hangs while %s, closes the others, and logs its name',
    async (state, lifetime) => {
      const api = createTwo();
      api.provide(database, {
        open: () => ({ url: 'db' }),
        close: async () => events.push('close db'),
      });
      api.provide(cache, lifetime);
      adapterApi(api).takeMounts();
      await api.close({ timeout: 50, abortTimeout: 50 });
      expect(events).toEqual(['close db']);
      expect(adapterApi(api).hasUnfinishedWork).toBe(true);
      expect(logger.entries).toEqual([
        {
          level: 'warn',
          details: { resource: 'cache' },
          message: `Resource hangs while ${state}`,
        },
      ]);
    },
  );

  test('close() ends in time while an onClosed() callback hangs, calls the others, and logs its name', async () => {
    const api = createTwo();
    api.provide(database, {
      open: () => ({ url: 'db' }),
      close: async () => events.push('close db'),
    });
    api.onClosed(function stopMetrics() {
      return new Promise(() => undefined);
    });
    api.provide(cache, 'cache');
    adapterApi(api).takeMounts();
    const start = performance.now();
    await api.close({ timeout: 100, abortTimeout: 50, onClosedTimeout: 50 });
    expect(performance.now() - start).toBeLessThan(400);
    expect(events).toEqual(['close db']);
    expect(logger.entries).toEqual([
      { level: 'warn', details: { callback: 'stopMetrics' }, message: 'onClosed callback hangs' },
    ]);
  });

  test('with timeout: Infinity, close() waits 10 seconds for resources and callbacks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const api = createTwo();
    api.onClosed(() => new Promise<void>(() => undefined));
    let isClosed = false;
    void api.close({ timeout: Infinity }).then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isClosed).toBe(true);
    // A callback without a name is described by its source.
    expect(logger.entries).toMatchObject([
      { details: { callback: expect.stringMatching(/^\(\) => new Promise/) } },
    ]);
  });

  test('logs a close function that fails, and calls the others', async () => {
    const api = createTwo();
    api.provide(database, { open: () => ({ url: 'db' }), close: () => events.push('close db') });
    api.provide(cache, { open: () => 'cache', close: () => Promise.reject(new Error('stuck')) });
    adapterApi(api).takeMounts();
    await api.close();
    expect(events).toEqual(['close db']);
    expect(logger.entries).toMatchObject([{ details: { err: { message: 'stuck' } } }]);
  });

  test('also closes a value that was replaced before the mount', async () => {
    const api = createTwo().provide(cache, 'cache');
    api.provide(database, {
      open: () => ({ url: 'real' }),
      close: ({ url }) => events.push(`close ${url}`),
    });
    api.provide(database, {
      open: () => ({ url: 'fake' }),
      close: ({ url }) => events.push(`close ${url}`),
    });
    expect(await result(api, 'run')).toMatchObject({ result: 'fake' });
    await api.close();
    expect(events).toEqual(['close fake']);
  });
});

describe('a resource that is not provided', () => {
  const api = (): Api => createApi();

  test('fails the mount with an error that names it and the method, and says what to write', async () => {
    const message =
      'Api: method "direct" of entrypoint "/rpc" needs the resource "database", which isn\'t ' +
      'provided. Write api.provide(database, …) before the api is mounted.';
    expect(() => adapterApi(api()).takeMounts()).toThrow(new TypeError(message));
    await expect(api().open()).rejects.toThrow(new TypeError(message));
  });

  test('fails the mount with the code that provides it, if it is not provided by api.provide()', () => {
    const queue = { ...resource<string>('queue'), providedBy: 'runQueue(api)' };
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { queue } }, (args) => args.queue);
    expect(() => adapterApi(new Api().bindEntrypoint(v1)).takeMounts()).toThrow(
      new TypeError(
        'Api: method "run" of entrypoint "/rpc" needs the resource "queue", which isn\'t provided. ' +
          'Write runQueue(api) before the api is mounted.',
      ),
    );
  });

  test('fails the mount if only a dependency of the HTTP request needs it', () => {
    const shared = new Entrypoint('/rpc', { messageDependencies: [getLongUrl] });
    expect(() => adapterApi(new Api().bindEntrypoint(shared)).takeMounts()).toThrow(
      new TypeError(
        'Api: entrypoint "/rpc" needs the resource "database", which isn\'t provided. Write ' +
          'api.provide(database, …) before the api is mounted.',
      ),
    );
  });

  test('is logged by the call that needs it if the api is not mounted', async () => {
    const unmounted = api();
    expect(await result(unmounted, 'direct')).toMatchObject(INTERNAL_ERROR);
    expect(await result(unmounted, 'none')).toMatchObject({ result: 'none' });
    expect(logger.entries).toMatchObject([
      {
        details: {
          err: { message: 'resource "database" is not provided. Write api.provide(database, …).' },
        },
      },
    ]);
  });

  test('is not required if only an overridden dependency needs it', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { url: getLongUrl } }, ({ url }) => url);
    const overridden = new Api().bindEntrypoint(v1);
    overridden.dependencyOverrides.set(getUrl, () => 'fake');
    adapterApi(overridden).takeMounts();
    expect(await result(overridden, 'run')).toMatchObject({ result: 'fake/bank' });
  });
});

describe('api.dependencyOverrides', () => {
  test('replaces a resource at every depth, without opening the real one', async () => {
    const api = createApi().provide(database, {
      open: () => {
        throw new Error('the real database');
      },
    });
    api.dependencyOverrides.set(database, () => ({ url: 'fake' }));
    adapterApi(api).takeMounts();
    await api.open();
    expect(await result(api, 'deep')).toMatchObject({ result: ['fake/bank', 'fake'] });
    api.dependencyOverrides.delete(database);
    expect(await result(api, 'direct')).toMatchObject(INTERNAL_ERROR);
  });

  test('replaces a resource with a dependency that has a teardown', async () => {
    const api = createApi();
    api.dependencyOverrides.set(
      database,
      dependency({ n: v.number() }, function* ({ n }) {
        yield { url: `fake ${n}` };
        events.push('torn down');
      }),
    );
    const { json, markSent } = await post(api, '/rpc', request('direct', { n: 1 }));
    expect(json).toMatchObject({ result: 'fake 1' });
    markSent();
    await api.close();
    expect(events).toEqual(['torn down']);
  });

  test('replaces a resource that dependencies of the HTTP request read', async () => {
    const shared = new Entrypoint('/rpc', { messageDependencies: [getUrl] });
    shared.method('run', { args: { url: getUrl, db: database } }, ({ url, db }) => [url, db.url]);
    const api = new Api().bindEntrypoint(shared);
    api.dependencyOverrides.set(database, () => {
      events.push('made');
      return { url: 'fake' };
    });
    const { json } = await post(api, '/rpc', [request('run'), request('run')]);
    expect(json).toMatchObject([{ result: ['fake', 'fake'] }, { result: ['fake', 'fake'] }]);
    expect(events).toEqual(['made']);
  });
});

describe('resource(), provide() and set()', () => {
  // Callers without types may pass anything.
  const wrong = (value: unknown): never => value as never;

  test.each<[string, () => unknown, string]>([
    [
      'a missing name',
      () => resource(wrong(undefined)),
      `resource(): the name must be a non-empty string, not undefined. Write resource('database').`,
    ],
    [
      'an empty name',
      () => resource(''),
      `resource(): the name must be a non-empty string, not "". Write resource('database').`,
    ],
    [
      'a value that is not a resource',
      () => new Api().provide(wrong(getUrl), wrong(1)),
      "Api: provide() needs a resource, not an object. Declare it first: const database = resource('database').",
    ],
    [
      'a promise',
      () => new Api().provide(database, wrong(Promise.resolve({ url: 'db' }))),
      'Api: provide(database): the value is a promise. Pass the function that opens it: api.provide(database, { open: () => … }).',
    ],
    [
      'a close function that is not a function',
      () => new Api().provide(database, { open: () => ({ url: 'db' }), close: wrong({}) }),
      'Api: provide(database): close must be a function, not an object',
    ],
    [
      'an api that is already mounted',
      () => {
        const api = createApi().provide(database, { url: 'db' });
        adapterApi(api).takeMounts();
        api.provide(database, { url: 'db' });
      },
      'Api: provide(database): the api is already mounted. Provide it earlier, or ' +
        'replace it with api.dependencyOverrides.set(database, …).',
    ],
    [
      'a replacement that is not a function',
      () => new Api().dependencyOverrides.set(database, wrong({ url: 'db' })),
      'dependencyOverrides.set(): the replacement of "database" must be a function or a dependency, ' +
        'not an object. Write set(database, () => value).',
    ],
    [
      'a value that cannot be replaced',
      () => new Api().dependencyOverrides.set(wrong(v.string()), () => ''),
      'dependencyOverrides.set(): the first argument must be a dependency or a resource, not a ' +
        'schema. Pass the constant that dependency() or resource() returned.',
    ],
  ])('reject %s with a message that says what to write', (_, run, message) => {
    expect(run).toThrow(new TypeError(message));
  });

  test('provide() rejects a resource that an unmounted api has already opened', async () => {
    const api = createApi().provide(database, { open: () => ({ url: 'db' }) });
    await result(api, 'direct');
    expect(() => api.provide(database, { url: 'other' })).toThrow('the resource is already in use');
  });
});
