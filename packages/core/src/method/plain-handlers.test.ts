import { expect, test } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import { Entrypoint, RpcError } from '../index.js';

test('addHandlers() passes params by position, and [] if the request has none', async () => {
  const rpc = new Entrypoint('/rpc', { mapError: RpcError.from }).addHandlers(
    {
      add: ([a, b]) => Number(a) + Number(b),
      echo: async (params) => params,
      name: (_, context) => context.methodRoute?.name,
      fail: () => {
        // oxlint-disable-next-line no-throw-literal -- as applications of jayson do
        throw { code: 5001, message: 'Not enough money', data: { balance: 12 } };
      },
    },
    { params: 'array' },
  );
  const { api } = serve(rpc);
  expect(await call(api, 'add', [1, 2])).toMatchObject({ result: 3 });
  expect(await call(api, 'echo', [{ a: [null] }, 'b'])).toMatchObject({
    result: [{ a: [null] }, 'b'],
  });
  expect(await call(api, 'echo')).toMatchObject({ result: [] });
  expect(await call(api, 'echo', [])).toMatchObject({ result: [] });
  expect(await call(api, 'name', [])).toMatchObject({ result: 'name' });
  expect(await call(api, 'echo', {})).toMatchObject({ error: { code: -32602 } });
  expect(await call(api, 'fail')).toMatchObject({
    error: { code: 5001, message: 'Not enough money', data: { balance: 12 } },
  });
});

test('addHandlers() passes params by name, and {} if the request has none', async () => {
  const rpc = new Entrypoint('/rpc').addHandlers(
    { echo: (params) => params },
    { params: 'object' },
  );
  const { api } = serve(rpc);
  for (const params of [{ a: 1, b: { c: [] } }, JSON.parse('{"constructor":1}') as object]) {
    expect(await call(api, 'echo', params)).toMatchObject({ result: params });
  }
  expect(await call(api, 'echo')).toMatchObject({ result: {} });
  expect(await call(api, 'echo', [1])).toMatchObject({ error: { code: -32602 } });
});

test('a method of addHandlers() has the middlewares and the route of other methods', async () => {
  const seen: unknown[] = [];
  const rpc = new Entrypoint('/rpc', {
    middlewares: [
      async (ctx, next) => {
        await next();
        seen.push(ctx.methodRoute?.name);
      },
    ],
  }).addHandlers({ ping: () => 'pong' }, { params: 'array' });
  const { api } = serve(rpc);
  const response = await postJson(api, { jsonrpc: '2.0', id: 1 }, { path: '/rpc/ping' });
  expect(response.json).toMatchObject({ result: 'pong' });
  expect(seen).toEqual(['ping']);
});

test.each<[string, unknown, unknown, string]>([
  ['no functions', {}, { params: 'array' }, 'addHandlers() needs an object of functions'],
  ['undefined', undefined, { params: 'array' }, 'addHandlers() needs an object of functions'],
  ['a string', { add: 'a' }, { params: 'array' }, '"add" must be a function, not "a"'],
  ['a reserved name', { 'rpc.x': () => 1 }, { params: 'array' }, 'reserved'],
  ['a name that is taken', { taken: () => 1 }, { params: 'array' }, 'already registered'],
  ['no options', { add: () => 1 }, undefined, 'the options must be an object'],
  ['no params', { add: () => 1 }, {}, "params must be 'array' or 'object', not undefined"],
  ['another shape', { add: () => 1 }, { params: 'list' }, "params must be 'array' or 'object'"],
])('addHandlers() rejects %s', (_, handlers, options, message) => {
  const rpc = new Entrypoint('/rpc').addHandlers({ taken: () => 1 }, { params: 'array' });
  expect(() => rpc.addHandlers(handlers as never, options as never)).toThrow(message);
});
