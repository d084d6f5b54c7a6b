import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) items.push(next);
  return items;
}

describe('FairQueue', () => {
  test('returns the items of one lane in their order', () => {
    const queue = new FairQueue<string>();
    const lane = {};
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(name, lane);
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['a1', 'a2', 'a3']);
    expect(queue.size).toBe(0);
  });

  test('lets lanes take turns, whenever their items were added', () => {
    const queue = new FairQueue<string>();
    const [a, b, c] = [{}, {}, {}];
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.enqueue(name, a);
    queue.enqueue('b1', b);
    for (const name of ['c1', 'c2']) queue.enqueue(name, c);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  });

  test('lets a lane that is added later have the second turn', () => {
    const queue = new FairQueue<string>();
    const [a, b] = [{}, {}];
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(name, a);
    expect([queue.dequeue(), queue.dequeue()]).toEqual(['a1', 'a2']);
    queue.enqueue('b1', b);
    queue.enqueue('a4', a);
    expect(drain(queue)).toEqual(['a3', 'b1', 'a4']);
  });

  test('returns undefined when it is empty, and accepts items afterwards', () => {
    const queue = new FairQueue<string>();
    expect(queue.dequeue()).toBeUndefined();
    queue.enqueue('a1', {});
    queue.enqueue('without a lane');
    expect(drain(queue)).toEqual(['a1', 'without a lane']);
    expect(queue.dequeue()).toBeUndefined();
    expect(queue.size).toBe(0);
  });

  test('forgets the items that it has returned, also of a lane that is never empty', async () => {
    const queue = new FairQueue<object>();
    queue.enqueue({});
    const forgotten: WeakRef<object>[] = [];
    for (let count = 0; count < 3_000; count += 1) {
      queue.enqueue({});
      forgotten.push(new WeakRef(queue.dequeue() ?? {}));
    }
    // In the same turn, a WeakRef keeps its object.
    await new Promise(setImmediate);
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    // The last ones may still be on the stack.
    expect(forgotten.filter((item) => item.deref() !== undefined).length).toBeLessThan(10);
    expect(queue.size).toBe(1);
  });

  test('removes items that are waiting', () => {
    const queue = new FairQueue<string>();
    const [a, b] = [{}, {}];
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(name, a);
    expect(queue.dequeue()).toBe('a1');
    expect(queue.remove('a1', a)).toBe(false);
    expect(queue.remove('a2', a)).toBe(true);
    expect(queue.remove('a2', a)).toBe(false);
    expect(queue.remove('a3', b)).toBe(false);
    expect(queue.size).toBe(1);
    expect(drain(queue)).toEqual(['a3']);
  });

  test('returns each item once, in the order of its lane, between additions and removals', () => {
    // A number is the lane of an item to add.
    const step = fc.oneof(fc.nat(3), fc.constant('dequeue'), fc.constant('remove'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lanes = [{}, {}, {}, {}];
        const queue = new FairQueue<{ readonly lane: object }>();
        const waiting: { readonly lane: object }[] = [];
        const remove = (index: number): boolean => {
          const [item] = waiting.splice(index, 1);
          return item === undefined || queue.remove(item, item.lane);
        };
        const dequeue = (): boolean => {
          const item = queue.dequeue();
          const first = waiting.findIndex(({ lane }) => lane === (item?.lane ?? lane));
          const [expected] = waiting.splice(first === -1 ? waiting.length : first, 1);
          return item === expected;
        };
        return steps.every((action, index) => {
          if (action === 'remove') return remove(index % 7);
          if (action === 'dequeue') return dequeue();
          const item = { lane: lanes[action] ?? lanes };
          queue.enqueue(item, item.lane);
          return queue.size === waiting.push(item);
        });
      }),
    );
  });
});
