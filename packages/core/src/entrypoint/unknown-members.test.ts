import { expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { Entrypoint, JsonRpcRequest } from '../index.js';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test("unknown members are ignored with unknownMembers: 'ignore'", async () => {
  const rpc = new Entrypoint('/rpc', { unknownMembers: 'ignore' });
  rpc.method('ping', {}, () => 'pong');
  const { api } = serve(rpc);
  expect((await postJson(api, { ...ping, trace: 'a', auth: null })).json).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: 'pong',
  });
  expect((await postJson(api, [{ ...ping, trace: 'a' }])).json).toMatchObject([{ result: 'pong' }]);
  expect((await postJson(api, { ...ping, idempotencyKey: 'a' })).json).toMatchObject({
    result: 'pong',
  });
});

test('unknownMembers is rejected beside a requestSchema, and with another value', () => {
  expect(
    () => new Entrypoint('/rpc', { requestSchema: JsonRpcRequest, unknownMembers: 'ignore' }),
  ).toThrow('requestSchema decides about other members itself. Remove unknownMembers');
  expect(() => new Entrypoint('/rpc', { unknownMembers: 'drop' as never })).toThrow(
    "unknownMembers must be 'reject' or 'ignore', not \"drop\"",
  );
});
