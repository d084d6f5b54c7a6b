import { delimiter, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './chromium.js';

// Any executable file.
const executable = process.execPath;

test('findChromium returns the path in CHROMIUM', () => {
  expect(findChromium({ CHROMIUM: executable })).toBe(executable);
});

test('findChromium throws if CHROMIUM is not executable', () => {
  expect(() => findChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow(
    "CHROMIUM is /nowhere/chromium, which can't be executed. Set CHROMIUM to the path of a Chromium.",
  );
});

test('findChromium returns undefined with CHROMIUM=none', () => {
  expect(findChromium({ ...process.env, CHROMIUM: 'none' })).toBeUndefined();
});

test('findChromium finds an installed browser without CHROMIUM', () => {
  const found = findChromium();
  expect(found).toMatch(/chrom/i);
  const PATH = ['/nowhere', dirname(found ?? '')].join(delimiter);
  expect(findChromium({ PATH })).toBe(found);
});
