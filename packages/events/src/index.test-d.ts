import { Entrypoint, type Dependency } from '@jsonrpc-kit/core';
import type { ChannelEvent, TransactionExecutor } from '@jsonrpc-kit/core/types';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { channel, type ChannelStream, merge } from './index.js';

const Movement = v.object({ amount: v.number(), at: v.date() });
const movements = channel('movements', { key: v.string(), event: Movement });
const letters = channel('letters', { key: v.number(), event: v.picklist(['a', 'b']) });
const rpc = new Entrypoint('/rpc');

interface Tx {
  readonly run: TransactionExecutor['executeSql'];
}
declare const transaction: Dependency<Tx>;

describe('a channel', () => {
  test('has keys and events of the types of its schemas', () => {
    type Publish = (typeof movements)['publish'];
    expectTypeOf<Parameters<Publish>>().toEqualTypeOf<[string, { amount: number; at: Date }]>();
    // @ts-expect-error the key is a number
    void letters.publish('1', 'a');
    // @ts-expect-error no such event
    void letters.publish(1, 'c');
  });

  test('delivers events as JSON carries them', () => {
    type Read = Awaited<ReturnType<typeof movements.read>>[number];
    expectTypeOf<Read>().toEqualTypeOf<ChannelEvent<{ amount: number; at: string }>>();
  });

  test('needs keys that are strings or numbers', () => {
    // @ts-expect-error an object is no key
    const wrong = channel('wrong', { key: v.object({}), event: v.string() });
    expectTypeOf(wrong.name).toBeString();
  });

  test('has an executor for its transaction', () => {
    const options = { key: v.string(), event: v.string(), transaction };
    const right = channel('right', { ...options, executor: ({ run }) => ({ executeSql: run }) });
    expectTypeOf(right.name).toBeString();
    // @ts-expect-error the executor expects another transaction
    channel('wrong', { ...options, executor: (tx: string) => ({ executeSql: () => tx }) });
  });
});

describe('a subscription', () => {
  test('infers its events from the stream that it returns', () => {
    const declared = rpc.subscription(
      'movements',
      { args: { key: v.string(), feed: movements.feed } },
      ({ key, feed }) => feed(key).map(({ amount }) => amount),
    );
    type Signature = NonNullable<(typeof declared)['~subscription']>;
    expectTypeOf<Signature['event']>().toEqualTypeOf<number>();
    expectTypeOf<Signature['params']>().toEqualTypeOf<{ key: string }>();
  });

  test('infers its events from the stream that a generator yields', () => {
    const declared = rpc.subscription(
      'letters',
      { args: { feed: letters.feed } },
      async function* ({ feed }) {
        yield* feed(1);
      },
    );
    type Signature = NonNullable<(typeof declared)['~subscription']>;
    expectTypeOf<Signature['event']>().toEqualTypeOf<'a' | 'b'>();
  });

  test('accepts the stream of a channel with the same schema, also with a transformation', () => {
    const declared = rpc.subscription(
      'same',
      { args: { feed: movements.feed }, event: Movement },
      ({ feed }) => feed('a'),
    );
    expectTypeOf(declared.name).toEqualTypeOf<'same'>();
  });

  test('rejects the stream of a channel with other events', () => {
    const declared = rpc.subscription(
      'other',
      { args: { feed: letters.feed }, event: Movement },
      ({ feed }) =>
        // @ts-expect-error letters are no movements
        feed(1),
    );
    expectTypeOf(declared.name).toEqualTypeOf<'other'>();
  });
});

describe('streams', () => {
  test('keep their cursors through map() and filter(), and lose them when they are merged', () => {
    const stream = null as unknown as ChannelStream<'a' | 'b'>;
    const isA = (letter: string): letter is 'a' => letter === 'a';
    expectTypeOf(stream.filter(isA)).toEqualTypeOf<ChannelStream<'a'>>();
    expectTypeOf(stream.map((letter) => letter.length)).toEqualTypeOf<ChannelStream<number>>();
    const merged = merge(stream, stream.map(Number));
    expectTypeOf(merged).toEqualTypeOf<AsyncIterable<'a' | 'b' | number>>();
    // @ts-expect-error a merged stream has no cursors to keep
    void merged.map;
  });
});
