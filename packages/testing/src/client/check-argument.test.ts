import { Api } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { JsonRpcTestClient } from '../index.js';

const api = new Api();

/** What plain JavaScript may pass, where the compiler would refuse it. */
const wrong = (value: unknown): never => value as never;

describe('a wrong argument gets an error that says what to write', () => {
  test.each([
    ['options of the client', () => new JsonRpcTestClient(api, wrong('/bank')), 'not "/bank"'],
    ['null options of the client', () => new JsonRpcTestClient(api, wrong(null)), 'not null'],
  ])('%s', (_, create, what) => {
    expect(create).toThrow(
      `JsonRpcTestClient: options must be an object, ${what}. ` +
        "Write new JsonRpcTestClient(app, { url: '/path' }).",
    );
  });

  test.each<[string, (client: JsonRpcTestClient) => Promise<unknown>, string]>([
    ['options of jsonrpc()', (c) => c.jsonrpc('a', {}, wrong(null)), 'jsonrpc(): options must be'],
    ['options of notify()', (c) => c.notify('a', {}, wrong(5)), 'notify(): options must be'],
    ['options of batch()', (c) => c.batch([], wrong([])), 'batch(): options must be an object'],
    ['one call of batch()', (c) => c.batch(wrong({ method: 'a' })), 'must be an array, not an obj'],
    ['no calls of batch()', (c) => c.batch(wrong(undefined)), 'must be an array, not undefined'],
    ['a name in batch()', (c) => c.batch(wrong(['a'])), 'calls[0] must be an object, not "a"'],
    ['a path for request()', (c) => c.request(wrong('/a')), 'request must be an object, not "/a"'],
  ])('%s', async (_, call, message) => {
    await expect(call(new JsonRpcTestClient(api))).rejects.toThrow(message);
  });

  test.each([Number.NaN, -1, wrong('5')])('a timeout of %s', async (timeout) => {
    await expect(new JsonRpcTestClient(api).settled({ timeout })).rejects.toThrow(
      'settled(): timeout must be a number of milliseconds from 0 to Infinity, not',
    );
  });
});
