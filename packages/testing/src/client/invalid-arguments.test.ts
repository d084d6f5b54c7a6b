import { Api } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { JsonRpcTestClient } from '../index.js';

const api = new Api();

/** A value that only code without types can pass. */
const invalid = (value: unknown): never => value as never;

describe('an invalid argument is rejected with a message that shows the usage', () => {
  test.each([
    [
      'text as options of the client',
      () => new JsonRpcTestClient(api, invalid('/bank')),
      'not "/bank"',
    ],
    ['null options of the client', () => new JsonRpcTestClient(api, invalid(null)), 'not null'],
  ])('%s', (_, create, what) => {
    expect(create).toThrow(
      `JsonRpcTestClient: options must be an object, ${what}. ` +
        "Write new JsonRpcTestClient(app, { url: '/path' }).",
    );
  });

  test.each<[string, (client: JsonRpcTestClient) => Promise<unknown>, string]>([
    [
      'options of jsonrpc()',
      (c) => c.jsonrpc('a', {}, invalid(null)),
      'jsonrpc(): options must be',
    ],
    ['options of notify()', (c) => c.notify('a', {}, invalid(5)), 'notify(): options must be'],
    ['options of batch()', (c) => c.batch([], invalid([])), 'batch(): options must be an object'],
    [
      'an object instead of the calls of batch()',
      (c) => c.batch(invalid({ method: 'a' })),
      'must be an array, not an obj',
    ],
    ['no calls for batch()', (c) => c.batch(invalid(undefined)), 'must be an array, not undefined'],
    [
      'a method name in the calls of batch()',
      (c) => c.batch(invalid(['a'])),
      'calls[0] must be an object, not "a"',
    ],
    [
      'a path instead of the request of request()',
      (c) => c.request(invalid('/a')),
      'request must be an object, not "/a"',
    ],
  ])('%s', async (_, call, message) => {
    await expect(call(new JsonRpcTestClient(api))).rejects.toThrow(message);
  });

  test.each([Number.NaN, -1, invalid('5')])('a timeout of %s', async (timeout) => {
    const client = new JsonRpcTestClient(api);
    const message = 'timeout must be a number of milliseconds from 0 to Infinity, not';
    await expect(client.settled({ timeout })).rejects.toThrow(`settled(): ${message}`);
    expect(() => client.close({ timeout })).toThrow(`close(): ${message}`);
  });
});
