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

const answered = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });

describe('a built-in', () => {
  test('answers its reserved name', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    expect(await call()).toEqual(answered('document'));
    const route = { jsonrpc: '2.0', id: 1 };
    expect((await post(api, '/rpc/rpc.discover', route)).json).toEqual(answered('document'));
  });

  test('is no method of the entrypoint, and another api does not have it', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    expect(v1.methods).toEqual([]);
    const other = new Api().bindEntrypoint(v1);
    expect((await post(other, '/rpc', request('rpc.discover'))).json).toMatchObject({
      error: { code: -32601 },
    });
  });

  test('stands inside of the middlewares, and asks for no parameter of the methods', async () => {
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
    expect(await call()).toEqual(answered('document'));
    expect(seen).toEqual(['rpc.discover']);
  });

  test('takes no parameter by position', async () => {
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 'document');
    const sent = { ...request('rpc.discover'), id: 1, params: [] };
    expect((await post(api, '/rpc', sent)).json).toEqual(answered('document'));
    expect((await post(api, '/rpc', { ...sent, params: [1] })).json).toMatchObject({
      error: { code: -32602 },
    });
  });

  test('can not be added twice, nor to an entrypoint that is not bound', () => {
    expect(() => adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1)).toThrow(
      'Api: the entrypoint /rpc is not bound. Bind it first.',
    );
    api.bindEntrypoint(v1);
    adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1);
    expect(() => adapterApi(api).addBuiltIn(v1, 'rpc.discover', () => 1)).toThrow(
      'entrypoint "/rpc": rpc.discover is registered already. Add it once.',
    );
  });
});

test('onEntrypoint() is told of those that are bound, and of each that will be', () => {
  const paths: string[] = [];
  api.bindEntrypoint(v1);
  adapterApi(api).onEntrypoint(({ path }) => paths.push(path));
  api.bindEntrypoint(new Entrypoint('/late'));
  expect(paths).toEqual(['/rpc', '/late']);
});
