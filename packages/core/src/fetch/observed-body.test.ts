import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HeldMemory } from '../memory/held-memory.js';
import { observeBody } from './observed-body.js';

const SIZE = 150_000;

/** Counts the bytes that are held. */
class Host {
  held = 0;
  close: () => void = () => undefined;

  holdResponse(bytes: number, close: () => void): () => void {
    this.held += bytes;
    this.close = close;
    let isHeld = true;
    return () => {
      if (isHeld) this.held -= bytes;
      isHeld = false;
    };
  }
}

let host: Host;
beforeEach(() => {
  host = new Host();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function observe(size = SIZE, sendTimeout?: number): ReadableStreamDefaultReader<Uint8Array> {
  const observed = observeBody(new Uint8Array(size).fill(7), { sendTimeout }, host);
  if (observed instanceof Uint8Array) throw new Error('the body is not observed');
  return observed.getReader();
}

describe('a long body', () => {
  test('counts until the runtime has read its last chunk', async () => {
    const reader = observe();
    expect(host.held).toBe(SIZE);
    const sizes: (number | undefined)[] = [];
    for (const expected of [SIZE, SIZE, 0]) {
      sizes.push((await reader.read()).value?.length);
      expect(host.held).toBe(expected);
    }
    expect(sizes).toEqual([65_536, 65_536, SIZE - 2 * 65_536]);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is the body', async () => {
    const body = Uint8Array.from({ length: 2 * 65_536 }, (_, index) => index % 251);
    const sent = new Response(observeBody(body, {}, host));
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(body);
  });

  test('no longer counts when the client has disconnected', async () => {
    const reader = observe();
    await reader.read();
    await reader.cancel();
    expect(host.held).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [undefined, 60_000],
    [5_000, 5_000],
  ])('fails when the runtime has not read it within sendTimeout %s', async (sendTimeout, time) => {
    const reader = observe(SIZE, sendTimeout);
    await reader.read();
    vi.advanceTimersByTime(time - 1);
    expect(host.held).toBe(SIZE);
    vi.advanceTimersByTime(1);
    expect(host.held).toBe(0);
    await expect(reader.read()).rejects.toThrow('did not receive the response within sendTimeout');
  });

  test('has no timer when sendTimeout is Infinity', () => {
    observe(SIZE, Infinity);
    expect(vi.getTimerCount()).toBe(0);
    expect(host.held).toBe(SIZE);
  });

  test('fails when other responses need its room', async () => {
    const memory = new HeldMemory(2 * SIZE - 1);
    const first = observeBody(new Uint8Array(SIZE), {}, memory) as ReadableStream;
    const second = observeBody(new Uint8Array(SIZE), {}, memory) as ReadableStream;
    await expect(first.getReader().read()).rejects.toThrow('did not receive the response');
    expect((await new Response(second).arrayBuffer()).byteLength).toBe(SIZE);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a body is not observed', () => {
  const isObserved = (size: number): boolean =>
    !(observeBody(new Uint8Array(size), {}, host) instanceof Uint8Array);

  test('when it fits into the buffers of a connection', () => {
    expect([65_536, 65_537].map(isObserved)).toEqual([false, true]);
    expect(host.held).toBe(65_537);
  });

  test.each([
    ['Bun', { versions: { v8: '14.6', bun: '1.4.5' } }],
    ['Cloudflare Workers', { versions: { node: '22.23.4', v8: '' } }],
    ['a runtime without versions', { env: {} }],
    ['a runtime without a process', undefined],
  ])('on %s', (_, process) => {
    vi.stubGlobal('process', process);
    expect(isObserved(SIZE)).toBe(false);
    expect(host.held).toBe(0);
  });

  test('except on Node and Deno', () => {
    vi.stubGlobal('process', { versions: { v8: '15.0', deno: '2.9.6' } });
    expect(isObserved(SIZE)).toBe(true);
  });
});
