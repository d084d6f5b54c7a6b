import { describe, expect, test } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import { request } from '../../test/in-process.js';
import { Entrypoint, type JsonRpcMiddleware } from '../index.js';
import { parseEncodedJson } from './encode-response.js';

/** With white space, by which the text is told from a new encoding of the value. */
const TEXT = '{ "a": [ 1, { "b": null } ] }';

function apiOf(...middlewares: readonly JsonRpcMiddleware[]) {
  const rpc = new Entrypoint('/rpc', { middlewares });
  const value = parseEncodedJson(TEXT);
  rpc.method('document', {}, () => value);
  rpc.method('inside', {}, () => ({ value }));
  return serve(rpc);
}

describe('a result that parseEncodedJson() returned', () => {
  test('is sent as the text that it was parsed from', async () => {
    const { text } = await postJson(apiOf().api, [request('document'), request('document')]);
    expect(text.split(`"result":${TEXT}`)).toHaveLength(3);
  });

  test('is the value for middlewares, which leave its text as it is', async () => {
    let seen: unknown;
    const { api } = apiOf(async (ctx, next) => {
      await next();
      seen = ctx.rawResponse;
    });
    const { text } = await postJson(api, request('document'));
    expect(seen).toMatchObject({ result: { a: [1, { b: null }] } });
    expect(text).toContain(`"result":${TEXT}`);
  });

  test('can be replaced by a middleware', async () => {
    const { api } = apiOf(async (ctx, next) => {
      await next();
      ctx.rawResponse = { result: { replaced: true } };
    });
    expect(await call(api, 'document')).toMatchObject({ result: { replaced: true } });
  });

  test('is frozen, so that a middleware that changes it fails its call instead of all later ones', async () => {
    const { api, log } = apiOf(async (ctx, next) => {
      await next();
      const { result } = ctx.rawResponse as { result: { a: unknown[] } };
      result.a.push(2);
    });
    expect(await call(api, 'document')).toMatchObject({ error: { code: -32603 } });
    expect(log).toMatchObject([{ details: { err: { name: 'TypeError' } } }]);
  });

  test('is encoded as any other value inside of another result', async () => {
    expect(await call(apiOf().api, 'inside')).toMatchObject({
      result: { value: { a: [1, { b: null }] } },
    });
  });
});

test('parseEncodedJson() takes any JSON text, and nothing else', () => {
  expect(parseEncodedJson('1')).toBe(1);
  expect(parseEncodedJson('null')).toBeNull();
  expect(() => parseEncodedJson('{')).toThrow(SyntaxError);
});
