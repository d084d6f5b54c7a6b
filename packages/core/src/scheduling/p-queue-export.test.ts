import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let isLoaded = false;

beforeAll(() => {
  vi.resetModules();
  vi.doMock('p-queue', async (importOriginal) => {
    isLoaded = true;
    return importOriginal();
  });
});

afterAll(() => {
  vi.doUnmock('p-queue');
  vi.resetModules();
});

test('only the import of ./p-queue loads p-queue, which an application may not have installed', async () => {
  await import('../index.js');
  await import('../adapter.js');
  await import('../context.js');
  await import('../description.js');
  await import('../fetch.js');
  expect(isLoaded).toBe(false);
  await import('../p-queue.js');
  expect(isLoaded).toBe(true);
});
