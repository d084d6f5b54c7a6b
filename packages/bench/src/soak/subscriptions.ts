import { setTimeout as wait } from 'node:timers/promises';
import { type Entrypoint, signal } from '@jsonrpc-kit/core';
import { channel } from '@jsonrpc-kit/events';
import * as v from 'valibot';
import { Rejected, type soakDependencies } from './dependencies.js';

const event = v.object({ number: v.number(), text: v.optional(v.string()) });

/** More than the second that an iterable has to end. */
const TOO_LONG = 1_500;

/** Adds subscriptions that count from 1, and end in the ways that happen in production. */
export function addSubscriptions(
  rpc: Entrypoint,
  { subscription, rejecting }: ReturnType<typeof soakDependencies>,
): void {
  const milliseconds = v.optional(v.number(), 2);
  const length = v.optional(v.number(), 0);
  rpc.subscription(
    'numbers',
    { args: { milliseconds, length, signal, subscription }, event },
    async function* (args) {
      for (let number = 1; ; number += 1) {
        yield { number, text: 'x'.repeat(args.length) };
        if (args.milliseconds > 0) await wait(args.milliseconds, null, { signal: args.signal });
      }
    },
  );
  const end = v.picklist(['done', 'rejected', 'broken']);
  rpc.subscription(
    'ending',
    { args: { count: v.number(), end, subscription }, event, errors: [Rejected] },
    async function* (args) {
      for (let number = 1; number <= args.count; number += 1) {
        yield { number };
        await wait(1);
      }
      if (args.end === 'rejected') throw new Rejected();
      if (args.end === 'broken') throw new Error('Broken on purpose');
    },
  );
  rpc.subscription('ignoresSignal', { args: { subscription }, event }, async function* () {
    for (let number = 1; ; number += 1) {
      yield { number };
      await wait(TOO_LONG);
    }
  });
  rpc.subscription(
    'rejectedEvents',
    { args: { subscription, rejecting }, event, errors: [Rejected] },
    async function* () {
      yield { number: 1 };
    },
  );

  const ticks = channel('ticks', { key: v.string(), event });
  const newest = new Map<string, number>();
  rpc.subscription(
    'ticks',
    { args: { key: v.string(), feed: ticks.feed, subscription }, event },
    ({ key, feed }) => feed(key),
  );
  rpc.method('tick', { args: { key: v.string() } }, ({ key }) => {
    const number = (newest.get(key) ?? 0) + 1;
    newest.set(key, number);
    return ticks.publish(key, { number });
  });
}
