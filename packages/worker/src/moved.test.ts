import { describe, expect, test } from 'vitest';
import { openPool } from '../test/open-pool.js';
import { move } from './moved.js';

describe('memory', () => {
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(1024).fill(7);

  test('is copied', async () => {
    const { math } = openPool();
    const sent = bytes();
    expect(await math.run('echo', [sent])).toEqual(bytes());
    expect(sent.byteLength).toBe(1024);
  });

  test('is moved there and back by move()', async () => {
    const { math } = openPool();
    const sent = bytes();
    expect(await math.run('giveBack', [move(sent)])).toEqual(bytes());
    expect(sent.byteLength).toBe(0);
    expect(await math.run('leftBehind', [])).toBe(0);
  });

  test('that stands in an object is moved by its name', async () => {
    const { math } = openPool();
    const sent = bytes();
    const argument = move({ sent }, [sent.buffer]);
    expect(await math.run('echo', [argument])).toEqual({ sent: bytes() });
    expect(sent.byteLength).toBe(0);
    expect(await math.run('wrap', [bytes()])).toEqual({ size: 1024, bytes: bytes() });
  });

  test('of two arguments is moved once', async () => {
    const { math } = openPool();
    const buffer = new ArrayBuffer(8);
    const views = [move(new Uint8Array(buffer, 0, 4)), move(new Uint8Array(buffer, 4))] as const;
    expect(await math.run('echo', views as never)).toHaveLength(4);
    expect(buffer.byteLength).toBe(0);
  });

  test('that is shared stays so', async () => {
    const { math } = openPool();
    const shared = move(new Uint8Array(new SharedArrayBuffer(4)));
    const echoed = (await math.run('echo', [shared])) as Uint8Array;
    expect(echoed.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
