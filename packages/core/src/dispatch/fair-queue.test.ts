import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

const task = (name: string) => Object.assign(async () => name, { label: name });

function drain(queue: FairQueue): string[] {
  const labels: string[] = [];
  for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) {
    labels.push((next as ReturnType<typeof task>).label);
  }
  return labels;
}

describe('the waiting line of calls', () => {
  test('keeps the order of the calls of one HTTP request', () => {
    const queue = new FairQueue();
    const lane = {};
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(task(name), { lane });
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['a1', 'a2', 'a3']);
    expect(queue.size).toBe(0);
  });

  test('lets HTTP requests take turns, whenever they came', () => {
    const queue = new FairQueue();
    const [a, b, c] = [{}, {}, {}];
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.enqueue(task(name), { lane: a });
    queue.enqueue(task('b1'), { lane: b });
    for (const name of ['c1', 'c2']) queue.enqueue(task(name), { lane: c });
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  });

  test('gives nothing when it is empty, and goes on afterwards', () => {
    const queue = new FairQueue();
    expect(queue.dequeue()).toBeUndefined();
    queue.enqueue(task('a1'), { lane: {} });
    expect(drain(queue)).toEqual(['a1']);
    expect(queue.dequeue()).toBeUndefined();
    expect(queue.size).toBe(0);
  });

  test('shows what waits, and refuses priorities', () => {
    const queue = new FairQueue();
    queue.enqueue(task('a1'), { lane: {} });
    queue.enqueue(task('b1'), { lane: {} });
    expect(queue.filter()).toHaveLength(2);
    expect(() => queue.setPriority()).toThrow('take turns');
  });
});
