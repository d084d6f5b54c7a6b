import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) items.push(next);
  return items;
}

describe('the waiting line of calls', () => {
  test('keeps the order of the calls of one HTTP request', () => {
    const queue = new FairQueue<string>();
    const lane = {};
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(name, lane);
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['a1', 'a2', 'a3']);
    expect(queue.size).toBe(0);
  });

  test('lets HTTP requests take turns, whenever they came', () => {
    const queue = new FairQueue<string>();
    const [a, b, c] = [{}, {}, {}];
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.enqueue(name, a);
    queue.enqueue('b1', b);
    for (const name of ['c1', 'c2']) queue.enqueue(name, c);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  });

  test('one that comes while another is being served has its turn at once', () => {
    const queue = new FairQueue<string>();
    const [a, b] = [{}, {}];
    for (const name of ['a1', 'a2', 'a3']) queue.enqueue(name, a);
    expect([queue.dequeue(), queue.dequeue()]).toEqual(['a1', 'a2']);
    queue.enqueue('b1', b);
    queue.enqueue('a4', a);
    expect(drain(queue)).toEqual(['a3', 'b1', 'a4']);
  });

  test('gives nothing when it is empty, and goes on afterwards', () => {
    const queue = new FairQueue<string>();
    expect(queue.dequeue()).toBeUndefined();
    queue.enqueue('a1', {});
    queue.enqueue('without a lane');
    expect(drain(queue)).toEqual(['a1', 'without a lane']);
    expect(queue.dequeue()).toBeUndefined();
    expect(queue.size).toBe(0);
  });
});
