import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { call, post, RawClient } from '../../node/test/raw-client.js';
import { frameworks } from './servers.js';
import type { Mounted, Serving } from './servers/server.js';

describe.each(frameworks)('several apis in an application of $name', ({ serve }) => {
  let serving: Serving | undefined;
  afterEach(() => serving?.close());

  /** What each of the paths answers to the method `name`. */
  async function names(apis: readonly Mounted[], paths: readonly string[]): Promise<string[]> {
    serving = await serve({ apis });
    const client = new RawClient(serving.port);
    client.send(...paths.map((path) => post(path, call('name'))));
    const answers: string[] = [];
    for (const _ of paths) {
      const { status, body } = await client.response();
      answers.push(status === 200 ? (JSON.parse(body) as { result: string }).result : body);
    }
    return answers;
  }

  test('must be apis', async () => {
    const api = entrypoint('/rpc', 'name') as unknown as Api;
    await expect((async () => serve({ apis: [{ api }] }))()).rejects.toThrow(
      'needs an Api, not an Entrypoint. Bind the entrypoint to one: ' +
        'new Api().bindEntrypoint(entrypoint).',
    );
  });

  test('stand beside each other', async () => {
    const apis = [{ api: named('/a') }, { api: named('/b') }];
    expect(await names(apis, ['/a', '/b', '/c'])).toEqual(['/a', '/b', "nobody's"]);
  });

  test('stand below prefixes of their own, with the same paths', async () => {
    const apis = [
      { api: named('/rpc', 'first'), prefix: '/first' },
      { api: named('/rpc', 'second'), prefix: '/second' },
      { api: named('/rpc', 'third') },
    ];
    expect(await names(apis, ['/first/rpc', '/second/rpc', '/rpc', '/first'])).toEqual([
      'first',
      'second',
      'third',
      "nobody's",
    ]);
  });

  test('may be one, at several places', async () => {
    const api = named('/rpc');
    const apis = [
      { api, prefix: '/v1' },
      { api, prefix: '/v2/more' },
    ];
    expect(await names(apis, ['/v1/rpc', '/v2/more/rpc'])).toEqual(['/rpc', '/rpc']);
  });

  test('may have several entrypoints, one below the other', async () => {
    const api = named('/rpc', 'upper').bindEntrypoint(entrypoint('/rpc/deep', 'lower'));
    expect(await names([{ api }], ['/rpc/deep', '/rpc', '/rpc/deep/name', '/rpc/name'])).toEqual([
      'lower',
      'upper',
      'lower',
      'upper',
    ]);
  });

  test('may take everything below their prefix', async () => {
    const apis = [{ api: named('/'), prefix: '/all' }];
    expect(await names(apis, ['/all', '/all/', '/all/name', '/own'])).toEqual([
      '/',
      '/',
      '/',
      "nobody's",
    ]);
  });

  test('may take everything below a parameter', async () => {
    const apis = [{ api: named('/'), prefix: '/:tenant' }];
    expect(await names(apis, ['/a%20b', '/a%20b/', '/a%20b/name'])).toEqual(['/', '/', '/']);
  });

  test('may have paths with encoded characters', async () => {
    const apis = [{ api: named('/a%20b/%25') }];
    expect(await names(apis, ['/a%20b/%25', '/a%20b/%25/name'])).toEqual([
      '/a%20b/%25',
      '/a%20b/%25',
    ]);
  });
});

function named(path: string, name = path): Api {
  return new Api().bindEntrypoint(entrypoint(path, name));
}

function entrypoint(path: string, name: string): Entrypoint {
  const bound = new Entrypoint(path);
  bound.method('name', {}, () => name);
  return bound;
}
