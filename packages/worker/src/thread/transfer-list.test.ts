import { describe, expect, test } from 'vitest';
import { openPool } from '../../test/open-pool.js';
import { move } from './transfer-list.js';

describe('a buffer', () => {
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(1024).fill(7);

  test('is copied by default', async () => {
    const { math } = openPool();
    const sent = bytes();
    expect(await math.run('echo', [sent])).toEqual(bytes());
    expect(sent.byteLength).toBe(1024);
  });

  test('is moved to the thread and back by move()', async () => {
    const { math } = openPool();
    const sent = bytes();
    expect(await math.run('returnMoved', [move(sent)])).toEqual(bytes());
    expect(sent.byteLength).toBe(0);
    expect(await math.run('sizeOfReturned', [])).toBe(0);
  });

  test('in an object is moved when it is passed to move()', async () => {
    const { math } = openPool();
    const sent = bytes();
    const argument = move({ sent }, [sent.buffer]);
    expect(await math.run('echo', [argument])).toEqual({ sent: bytes() });
    expect(sent.byteLength).toBe(0);
    expect(await math.run('wrap', [bytes()])).toEqual({ size: 1024, bytes: bytes() });
  });

  test('that two arguments share is moved once', async () => {
    const { math } = openPool();
    const buffer = new ArrayBuffer(8);
    const views = [move(new Uint8Array(buffer, 0, 4)), move(new Uint8Array(buffer, 4))] as const;
    expect(await math.run('echo', views as never)).toHaveLength(4);
    expect(buffer.byteLength).toBe(0);
  });

  test('that is a SharedArrayBuffer stays shared', async () => {
    const { math } = openPool();
    const shared = move(new Uint8Array(new SharedArrayBuffer(4)));
    const echoed = (await math.run('echo', [shared])) as Uint8Array;
    expect(echoed.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
