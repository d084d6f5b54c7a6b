import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeBuffer, readWebBody } from './request-body.js';

const limits = { maxBytes: 4, timeout: 1000 };

function requestOf(
  body: string | ReadableStream | undefined,
  headers: Record<string, string> = {},
): Request {
  const init = { method: 'POST', headers, duplex: 'half' } as const;
  return new Request('http://localhost/', body === undefined ? init : { ...init, body });
}

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

/** A stream with a chunk for each byte. */
function streamOfBytes(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}

async function bufferOf(text: string): Promise<ArrayBuffer> {
  return new TextEncoder().encode(text).buffer;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  // Before the real timers are back, or restoring a spy would replace them by fake ones.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('readWebBody()', () => {
  test.each<[string, ReadableStream | undefined, string]>([
    ['one chunk', streamOf('[žx'), '[žx'],
    ['several chunks, which may split a character', streamOfBytes('ž'), 'ž'],
    ['no chunks', streamOf(), ''],
    ['no stream', undefined, ''],
  ])('returns the text and the size of a body with %s', async (_, body, text) => {
    expect(await readWebBody(requestOf(body), limits)).toEqual({
      kind: 'text',
      text,
      byteLength: Buffer.byteLength(text),
    });
  });

  test('reads a body of exactly maxBytes', async () => {
    const headers = { 'content-length': '4' };
    expect(await readWebBody(requestOf('1234', headers), limits)).toMatchObject({ text: '1234' });
    expect(await readWebBody(requestOf(streamOf('12', '34')), limits)).toMatchObject({
      text: '1234',
    });
  });

  test('is aborted if other code has read the body', async () => {
    const request = requestOf('1');
    await request.text();
    expect(await readWebBody(request, limits)).toEqual({ kind: 'aborted' });
  });

  test('starts no timer if the timeout is Infinity, and leaves none', async () => {
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    await readWebBody(requestOf('1'), { maxBytes: 4, timeout: Infinity });
    expect(setTimer).not.toHaveBeenCalled();
    await readWebBody(requestOf('1'), limits);
    expect(setTimer).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('decodeBuffer()', () => {
  test.each([
    ['1234', { kind: 'text', text: '1234', byteLength: 4 }],
    ['12345', { kind: 'too-large' }],
  ])('returns the text %s, or that it is larger than 4 bytes', async (text, body) => {
    expect(await decodeBuffer(bufferOf(text), limits)).toEqual(body);
  });

  test('is aborted if the body cannot be read', async () => {
    const disconnected = Promise.reject(new Error('disconnected'));
    expect(await decodeBuffer(disconnected, limits)).toEqual({ kind: 'aborted' });
  });

  test('is timed out if the body takes longer than the timeout', async () => {
    const body = decodeBuffer(new Promise(() => undefined), limits);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await body).toEqual({ kind: 'timed-out' });
  });
});
