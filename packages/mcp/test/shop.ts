import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  httpBearer,
  type Logger,
  type Method,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { serveMcp, type ServeMcpOptions } from '../src/index.js';

export class OutOfStock extends defineError({
  code: 6001,
  message: 'Out of stock',
  data: v.object({ left: v.number() }),
}) {}

const caller = dependency({ token: httpBearer() }, ({ token }) => `user of ${token}`);

/** An api with methods of every kind, served at `/mcp`. */
export function shop(options: Partial<ServeMcpOptions> = {}): {
  readonly api: Api;
  readonly logged: unknown[];
  readonly methods: Readonly<Record<string, Method>>;
} {
  const logged: unknown[] = [];
  const logger: Logger = {
    error: (...entry) => void logged.push(entry),
    warn: (...entry) => void logged.push(entry),
  };
  const v1 = new Entrypoint('/rpc', { timeout: 200, limits: { maxResultBytes: 10_000 } });
  const buy = v1.method(
    'buy',
    {
      args: {
        item: v.string(),
        count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
      },
      result: v.object({ item: v.string(), count: v.number() }),
      errors: [OutOfStock],
      summary: 'Buy an item',
      description: 'Buys an item and says how many.',
      effects: { readOnly: false, destructive: false, repeatable: false },
      examples: [{ params: { item: 'pen' } }],
    },
    ({ item, count }) => {
      if (count > 10) throw new OutOfStock({ left: 10 });
      return { item, count };
    },
  );
  const methods: Record<string, Method> = {
    buy,
    count: v1.method('stats.count', { result: v.number(), effects: { readOnly: true } }, () => 3),
    words: v1.method('words', { result: v.array(v.string()) }, () => ['a', '"b"']),
    greet: v1.method(
      'greet',
      { args: { name: v.string() }, result: v.string() },
      ({ name }) => `Hello, ${name}`,
    ),
    nothing: v1.method('nothing', {}, () => undefined),
    crash: v1.method('crash', {}, (): string => {
      throw new Error('secret');
    }),
    slow: v1.method(
      'slow',
      { args: { aborted: signal } },
      ({ aborted }) =>
        new Promise<string>((_resolve, reject) => {
          aborted.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    ),
    large: v1.method('large', {}, () => 'x'.repeat(20_000)),
    whoami: v1.method(
      'whoami',
      { args: { caller }, result: v.string() },
      ({ caller: user }) => user,
    ),
  };
  v1.method('hidden', {}, () => 'not a tool');
  const api = new Api({ title: 'Shop', version: '2.0.0', logger });
  api.bindEntrypoint(v1);
  serveMcp(api, { methods: Object.values(methods), ...options });
  return { api, logged, methods };
}
