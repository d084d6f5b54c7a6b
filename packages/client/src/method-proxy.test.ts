import { inspect, isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordBank, type Recorder } from '../test/recorder.js';
import type * as methods from '../test/server/methods.js';
import { type Client, createClient } from './index.js';

let recorder: Recorder;
let bank: Client<typeof methods>;
beforeEach(() => {
  recorder = recordBank();
  bank = createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch });
});

describe('a client sends no request', () => {
  // The compiler rejects most of these uses.
  const uses: readonly (readonly [string, (client: object) => unknown])[] = [
    ['when it is awaited', async (client) => (await (client as unknown)) === client],
    ['when a promise is resolved with it', (client) => Promise.resolve(client)],
    ['when an async function returns it', async (client) => client],
    ['when it is printed', (client) => inspect(client)],
    [
      'when it is printed as a proxy, in depth',
      (client) => inspect(client, { showProxy: true, depth: 9 }),
    ],
    ['when it is encoded as JSON', (client) => JSON.stringify({ client })],
    ['when it is converted to a string', (client) => ''.concat(client as string & object)],
    ['when it is used in a template literal', (client) => `a ${client as unknown as string}`],
    [
      'when it is compared',
      (client) => [(client as unknown as string) == 'x', Object.is(client, {})],
    ],
    ['when it is compared in depth', (client) => isDeepStrictEqual(client, { a: 1 })],
    ['when a test passes it to expect()', (client) => expect(client).not.toEqual({ a: 1 })],
    ['when it is spread', (client) => ({ ...client })],
    ['when its keys are read', (client) => [Object.keys(client), Reflect.ownKeys(client)]],
    ['when its prototype is checked', (client) => client instanceof Promise],
    [
      'when its properties are checked',
      (client) => ['then' in client, Object.hasOwn(client, 'ping')],
    ],
    ['when its symbols are read', (client) => Reflect.get(client, Symbol.iterator) as unknown],
    [
      'when a framework looks for its marker properties',
      (client) => Reflect.get(client, '__v_isRef') as unknown,
    ],
    ['when one of its methods is read', (client) => Reflect.get(client, 'ping') as unknown],
  ];
  test.each(uses)('%s', async (_, use) => {
    await use(bank);
    await use(bank.$notify);
    await bank.$batch((b) => {
      use(b);
      use(b.$notify);
      return [];
    });
    expect(recorder.requests).toEqual([]);
  });
});

describe('the reserved names of a client', () => {
  test('are the inherited members of every object', () => {
    expect(String(bank as unknown)).toBe('[object Object]');
    expect(bank.constructor).toBe(Object);
    expect(JSON.stringify(bank)).toBe('{"$notify":{}}');
  });

  test.each(['then', 'toJSON', '$other', '__v_isRef', Symbol.toPrimitive, Symbol.asyncIterator])(
    'are undefined when objects do not have them: %s',
    (name) => {
      expect(Reflect.get(bank, name)).toBeUndefined();
      expect(Reflect.get(bank.$notify, name)).toBeUndefined();
    },
  );

  test('do not include catch() and finally(), which are methods of the server', () => {
    expect(Reflect.get(bank, 'catch')).toBeTypeOf('function');
  });
});
