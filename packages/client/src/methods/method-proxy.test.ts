import { inspect, isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordBank, type Recorder } from '../../test/recorder.js';
import type * as methods from '../../test/server/methods.js';
import { type Client, createClient } from '../index.js';

let recorder: Recorder;
let bank: Client<typeof methods>;
beforeEach(() => {
  recorder = recordBank();
  bank = createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch });
});

describe('a client is an object like others: it sends nothing when', () => {
  // The compiler would not let most of it pass.
  const uses: readonly (readonly [string, (client: object) => unknown])[] = [
    ['it is awaited', async (client) => (await (client as unknown)) === client],
    ['it is what a promise is resolved with', (client) => Promise.resolve(client)],
    ['an async function returns it', async (client) => client],
    ['it is printed', (client) => inspect(client)],
    [
      'it is printed as a proxy, in depth',
      (client) => inspect(client, { showProxy: true, depth: 9 }),
    ],
    ['it is turned into JSON', (client) => JSON.stringify({ client })],
    ['it is turned into a string', (client) => ''.concat(client as string & object)],
    ['it stands in a template', (client) => `a ${client as unknown as string}`],
    ['it is compared', (client) => [(client as unknown as string) == 'x', Object.is(client, {})]],
    ['it is compared in depth', (client) => isDeepStrictEqual(client, { a: 1 })],
    ['a test expects it', (client) => expect(client).not.toEqual({ a: 1 })],
    ['it is spread', (client) => ({ ...client })],
    ['its keys are read', (client) => [Object.keys(client), Reflect.ownKeys(client)]],
    ['its prototype is asked', (client) => client instanceof Promise],
    ['it is looked into', (client) => ['then' in client, Object.hasOwn(client, 'ping')]],
    ['its symbols are read', (client) => Reflect.get(client, Symbol.iterator) as unknown],
    ['a framework looks for its marks', (client) => Reflect.get(client, '__v_isRef') as unknown],
    ['one of its methods is read', (client) => Reflect.get(client, 'ping') as unknown],
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

describe('the names that an object has for itself', () => {
  test('are those of every object', () => {
    expect(String(bank as unknown)).toBe('[object Object]');
    expect(bank.constructor).toBe(Object);
    expect(JSON.stringify(bank)).toBe('{"$notify":{}}');
  });

  test.each(['then', 'toJSON', '$other', '__v_isRef', Symbol.toPrimitive, Symbol.asyncIterator])(
    'are not there where an object has none: %s',
    (name) => {
      expect(Reflect.get(bank, name)).toBeUndefined();
      expect(Reflect.get(bank.$notify, name)).toBeUndefined();
    },
  );

  test('leave `catch` and `finally` to the server', () => {
    expect(Reflect.get(bank, 'catch')).toBeTypeOf('function');
  });
});
