import * as v from 'valibot';
import { expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { type Api, calledMethods, dependency, Entrypoint, header, HttpError } from '../index.js';

/** Returns an api that needs a token for some methods, and the names of the methods that have run. */
function createApi(): { readonly api: Api; readonly ran: string[] } {
  const ran: string[] = [];
  const requireToken = dependency(
    { names: calledMethods, token: header(v.optional(v.string())) },
    ({ names, token }) => {
      if (names.some((name) => name.startsWith('admin.')) && token !== 'secret') {
        throw new HttpError(401, undefined, {}, { text: 'Unauthorized' });
      }
    },
  );
  const rpc = new Entrypoint('/rpc', { messageDependencies: [requireToken] });
  for (const name of ['ping', 'admin.stop']) {
    rpc.method(name, {}, () => {
      ran.push(name);
      return name;
    });
  }
  return { api: serve(rpc).api, ran };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const stop = { jsonrpc: '2.0', id: 2, method: 'admin.stop' };
const { method: _, ...unnamed } = stop;

test.each<[string, unknown, string]>([
  ['a call', stop, '/rpc'],
  ['a notification', { jsonrpc: '2.0', method: 'admin.stop' }, '/rpc'],
  ['a call at the end of a batch', [ping, ping, stop], '/rpc'],
  ['an unknown method', { ...stop, method: 'admin.unknown' }, '/rpc'],
  ['a call at the route of its method', stop, '/rpc/admin.stop'],
  ['a call without a method at its route', unnamed, '/rpc/admin.stop'],
])('a dependency reads the name of %s before any method runs', async (_name, message, path) => {
  const { api, ran } = createApi();
  // The body is plain text.
  await expect(postJson(api, message, { path })).rejects.toThrow('Unauthorized');
  expect(ran).toEqual([]);
  expect(await postJson(api, message, { path, headers: { token: 'secret' } })).toMatchObject({
    status: expect.toBeOneOf([200, 204]) as number,
  });
});

test.each<[string, unknown]>([
  ['a public call', ping],
  ['a batch of public calls', [ping, ping]],
  ['items that are not requests', [ping, 1, null, [], { method: 7 }]],
])('a dependency that reads the names lets %s through', async (_name, message) => {
  const { api, ran } = createApi();
  expect((await postJson(api, message)).status).toBe(200);
  expect(ran).toContain('ping');
});

test('a method reads the names of all calls of its batch, in order', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('names', { args: { names: calledMethods } }, ({ names }) => names);
  const { api } = serve(rpc);
  const names = { jsonrpc: '2.0', id: 1, method: 'names' };
  const { json } = await postJson(api, [names, { method: 'b' }, 1, { jsonrpc: '2.0' }, names]);
  expect((json as { result?: unknown }[]).map(({ result }) => result)).toEqual([
    ['names', 'b', 'names'],
    undefined,
    undefined,
    undefined,
    ['names', 'b', 'names'],
  ]);
});
