import { describe, expect, test, vi } from 'vitest';
import { adapterApi } from '../api/adapter-api.js';
import { Api } from '../index.js';
import { defaultMaxHeldBytes } from './held-memory.js';

describe('a carrier that parses messages itself', () => {
  const body = { kind: 'text', text: 'x'.repeat(100_000) } as const;

  test('gets memory for a message while there is room', () => {
    const host = adapterApi(new Api({ maxHeldBytes: 100_000 }));
    const first = host.reserveMemory(body);
    expect(first).toBeDefined();
    expect(host.reserveMemory(body)).toBeUndefined();
    first?.release();
    expect(host.reserveMemory(body)).toBeDefined();
  });

  test('releases it once, although it calls release() twice', () => {
    const host = adapterApi(new Api({ maxHeldBytes: 250_000 }));
    const [first] = [host.reserveMemory(body), host.reserveMemory(body)];
    first?.release();
    first?.release();
    expect(host.reserveMemory(body)).toBeDefined();
    expect(host.reserveMemory(body)).toBeUndefined();
  });
});

test('maxHeldBytes is an eighth of the limit of the heap, or 64 MiB if that is unknown', () => {
  expect(defaultMaxHeldBytes()).toBeGreaterThan(0);
  const v8 = (limit: number): object => ({ getHeapStatistics: () => ({ heap_size_limit: limit }) });
  const withModule = (module: unknown): number => {
    vi.stubGlobal('process', { getBuiltinModule: () => module });
    const bytes = defaultMaxHeldBytes();
    vi.unstubAllGlobals();
    return bytes;
  };
  expect(withModule(v8(8_000))).toBe(1_000);
  expect(withModule(undefined)).toBe(64 * 1024 * 1024);
  expect(withModule({})).toBe(64 * 1024 * 1024);
});
