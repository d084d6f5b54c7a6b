import { expect, test } from 'vitest';

import { releaseOrder } from './release-order.mjs';

const one = (name: string, ...needs: string[]) => ({ name, version: '1.0.0', tarball: '', needs });

test('each package comes after those that it needs', () => {
  const packages = [one('hono', 'node', 'core', 'valibot'), one('node', 'core'), one('core')];
  expect(releaseOrder(packages).map(({ name }) => name)).toEqual(['core', 'node', 'hono']);
});

test('packages that need each other have no order', () => {
  expect(() => releaseOrder([one('a', 'b'), one('b', 'a')])).toThrow('a, b need each other');
});
