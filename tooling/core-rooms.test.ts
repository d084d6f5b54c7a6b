import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawRooms } from './core-rooms.mjs';

test('CONTRIBUTING shows how the folders of the core import each other today', () => {
  const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  expect(text).toContain(drawRooms());
});
