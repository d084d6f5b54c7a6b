import { setImmediate } from 'node:timers/promises';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { frameworks } from './servers.js';
import type { MountedApi, Serving } from './servers/server.js';

describe.each(frameworks)('several apis in an application of $name', ({ serve }) => {
  let serving: Serving | undefined;
  afterEach(() => serving?.close());

  /** Calls the method `name` at each path. Returns the results, or the bodies of other responses. */
  async function callName(
    apis: readonly MountedApi[],
    paths: readonly string[],
  ): Promise<string[]> {
    serving = await serve({ apis });
    const client = new RawClient(serving.port);
    client.send(...paths.map((path) => post(path, call('name'))));
    const results: string[] = [];
    for (const _ of paths) {
      const { status, body } = await client.response();
      results.push(status === 200 ? (JSON.parse(body) as { result: string }).result : body);
    }
    return results;
  }

  test('the plugin rejects an entrypoint instead of an api', async () => {
    const api = entrypoint('/rpc', 'name') as unknown as Api;
    await expect((async () => serve({ apis: [{ api }] }))()).rejects.toThrow(
      'needs an Api, not an Entrypoint. Bind the entrypoint to one: ' +
        'new Api().bindEntrypoint(entrypoint).',
    );
  });

  test('an application serves two apis with different paths', async () => {
    const apis = [{ api: apiThatReturns('/a') }, { api: apiThatReturns('/b') }];
    expect(await callName(apis, ['/a', '/b', '/c'])).toEqual(['/a', '/b', 'not found']);
  });

  test('an application serves several apis with the same paths below different prefixes', async () => {
    const apis = [
      { api: apiThatReturns('/rpc', 'first'), prefix: '/first' },
      { api: apiThatReturns('/rpc', 'second'), prefix: '/second' },
      { api: apiThatReturns('/rpc', 'third') },
    ];
    expect(await callName(apis, ['/first/rpc', '/second/rpc', '/rpc', '/first'])).toEqual([
      'first',
      'second',
      'third',
      'not found',
    ]);
  });

  test('an application serves no routes of methods with methodRoutes: false', async () => {
    const rpc = new Entrypoint('/rpc', { methodRoutes: false });
    rpc.method('name', {}, () => 'called');
    const apis = [{ api: new Api().bindEntrypoint(rpc) }];
    expect(await callName(apis, ['/rpc', '/rpc/name', '/rpc/'])).toEqual([
      'called',
      'not found',
      'called',
    ]);
  });

  test('an application serves one api below several prefixes', async () => {
    const api = apiThatReturns('/rpc');
    const apis = [
      { api, prefix: '/v1' },
      { api, prefix: '/v2/more' },
    ];
    expect(await callName(apis, ['/v1/rpc', '/v2/more/rpc'])).toEqual(['/rpc', '/rpc']);
  });

  test('an api serves an entrypoint below the path of another one', async () => {
    const api = apiThatReturns('/rpc', 'upper').bindEntrypoint(entrypoint('/rpc/deep', 'lower'));
    expect(await callName([{ api }], ['/rpc/deep', '/rpc', '/rpc/deep/name', '/rpc/name'])).toEqual(
      ['lower', 'upper', 'lower', 'upper'],
    );
  });

  test('an entrypoint at / serves every path below the prefix of its api', async () => {
    const apis = [{ api: apiThatReturns('/'), prefix: '/all' }];
    expect(await callName(apis, ['/all', '/all/', '/all/name', '/own'])).toEqual([
      '/',
      '/',
      '/',
      'not found',
    ]);
  });

  test('an entrypoint at / serves every path below a prefix with a parameter', async () => {
    const apis = [{ api: apiThatReturns('/'), prefix: '/:tenant' }];
    expect(await callName(apis, ['/a%20b', '/a%20b/', '/a%20b/name'])).toEqual(['/', '/', '/']);
  });

  test('an api serves entrypoints whose paths have encoded characters', async () => {
    const apis = [{ api: apiThatReturns('/a%20b/%25') }];
    expect(await callName(apis, ['/a%20b/%25', '/a%20b/%25/name'])).toEqual([
      '/a%20b/%25',
      '/a%20b/%25',
    ]);
  });
});

function apiThatReturns(path: string, name = path): Api {
  return new Api().bindEntrypoint(entrypoint(path, name));
}

function entrypoint(path: string, name: string): Entrypoint {
  const bound = new Entrypoint(path);
  bound.method('name', {}, () => name);
  return bound;
}

test('one api is served by an application of each framework, and counts the calls of all of them', async () => {
  let running = 0;
  let atOnce = 0;
  const rpc = new Entrypoint('/rpc', { concurrency: 1 });
  rpc.method('work', {}, async () => {
    running += 1;
    atOnce = Math.max(atOnce, running);
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    running -= 1;
  });
  const api = new Api().bindEntrypoint(rpc);
  const servers = await Promise.all(frameworks.map(({ serve }) => serve({ apis: [{ api }] })));
  const clients = servers.map(({ port }) => new RawClient(port));
  for (const client of clients) client.send(post('/rpc', call('work')));
  const responses = await Promise.all(clients.map((client) => client.response()));
  expect(responses.map(({ status }) => status)).toEqual(frameworks.map(() => 200));
  expect(atOnce).toBe(1);
  for (const server of servers) await server.close();
});
