import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TaskQueue } from './task-queue.js';

interface Named {
  readonly name: string;
  readonly lane: object;
}

const a = {};
const b = {};
const task = (name: string, lane: object): Named => ({ name, lane });

function drain(queue: TaskQueue<Named>): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) names.push(next.name);
  return names;
}

describe('the tasks that wait', () => {
  test('come in the order of their adding', () => {
    const queue = new TaskQueue<Named>();
    for (const name of ['1', '2', '3']) queue.add(task(name, a));
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['1', '2', '3']);
    expect(queue.size).toBe(0);
  });

  test('of different lanes take turns', () => {
    const queue = new TaskQueue<Named>();
    for (const name of ['a1', 'a2', 'a3']) queue.add(task(name, a));
    queue.add(task('b1', b));
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('can be taken out', () => {
    const queue = new TaskQueue<Named>();
    const out = task('out', a);
    queue.add(out);
    queue.add(task('in', a));
    expect(queue.delete(out)).toBe(true);
    expect(queue.delete(out)).toBe(false);
    expect(queue.delete(task('never added', b))).toBe(false);
    expect(queue.size).toBe(1);
    expect(drain(queue)).toEqual(['in']);
  });

  test('are each taken once, whatever is added, taken and taken out in between', () => {
    // A number is the lane to add a task to.
    const step = fc.oneof(fc.nat(3), fc.constant('take'), fc.constant('delete'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lanes = [{}, {}, {}, {}];
        const queue = new TaskQueue<Named>();
        const waiting: Named[] = [];
        const takeOut = (index: number): boolean => {
          const [out] = waiting.splice(index, 1);
          return out === undefined || queue.delete(out);
        };
        // It has to be the longest waiting one of its lane, and none only where there is none.
        const takeNext = (): boolean => {
          const next = queue.take();
          const first = waiting.findIndex(({ lane }) => lane === (next?.lane ?? lane));
          const [expected] = waiting.splice(first === -1 ? waiting.length : first, 1);
          return next === expected;
        };
        return steps.every((what, index) => {
          if (what === 'delete') return takeOut(index % 7);
          if (what === 'take') return takeNext();
          const added = task(`${index}`, lanes[what] ?? a);
          queue.add(added);
          return queue.size === waiting.push(added);
        });
      }),
    );
  });
});
