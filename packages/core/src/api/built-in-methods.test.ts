import { adapterApi } from '../adapter.js';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { post, request } from '../../test/in-process.js';
import { Api, dependency, Entrypoint } from '../index.js';

let api: Api;
let v1: Entrypoint;

beforeEach(() => {
  api = new Api();
  v1 = new Entrypoint('/rpc');
});

const call = async (): Promise<unknown> =>
  (await post(api, '/rpc', { ...request('rpc.discover'), id: 1 })).json;

const resultOf = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });

describe('a built-in method', () => {
  test('responds to calls of its reserved name and on its route', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    expect(await call()).toEqual(resultOf('document'));
    const route = { jsonrpc: '2.0', id: 1 };
    expect((await post(api, '/rpc/rpc.discover', route)).json).toEqual(resultOf('document'));
  });

  test('a built-in method is not listed by its entrypoint and not served by other apis', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    expect(v1.methods).toEqual([]);
    const other = new Api().bindEntrypoint(v1);
    expect((await post(other, '/rpc', request('rpc.discover'))).json).toMatchObject({
      error: { code: -32601 },
    });
  });

  test('runs inside the middlewares, without the parameters of common dependencies', async () => {
    const seen: unknown[] = [];
    v1 = new Entrypoint('/rpc', {
      middlewares: [
        async (context, next) => {
          await next();
          seen.push(context.methodRoute?.name);
        },
      ],
      commonDependencies: [dependency({ tenant: v.string() }, () => expect.unreachable())],
    });
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => Promise.resolve('document'));
    expect(await call()).toEqual(resultOf('document'));
    expect(seen).toEqual(['rpc.discover']);
  });

  test('rejects a positional parameter of a built-in method', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    const message = { ...request('rpc.discover'), id: 1, params: [] };
    expect((await post(api, '/rpc', message)).json).toEqual(resultOf('document'));
    expect((await post(api, '/rpc', { ...message, params: [1] })).json).toMatchObject({
      error: { code: -32602 },
    });
  });

  test('rejects a built-in method that is added twice or to an unbound entrypoint', () => {
    expect(() => adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1)).toThrow(
      'Api: the entrypoint /rpc is not bound. Bind it first.',
    );
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1);
    expect(() => adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1)).toThrow(
      'entrypoint "/rpc": rpc.discover is already registered. Add it only once.',
    );
  });
});

test('onEntrypoint() calls back for the bound entrypoints and for those that are bound later', () => {
  const paths: string[] = [];
  api.bindEntrypoint(v1);
  adapterApi(api).onEntrypoint(({ path }) => paths.push(path));
  api.bindEntrypoint(new Entrypoint('/late'));
  expect(paths).toEqual(['/rpc', '/late']);
});
