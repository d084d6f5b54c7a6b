import { delimiter, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './find-chromium.js';

// Any file that can be executed will do.
const executable = process.execPath;

test('CHROMIUM says which it is', () => {
  expect(findChromium({ CHROMIUM: executable })).toBe(executable);
});

test('CHROMIUM has to be one', () => {
  expect(() => findChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow(
    "CHROMIUM is to be the path of a Chromium; /nowhere/chromium can't be executed",
  );
});

test('CHROMIUM=none leaves the installed one alone', () => {
  expect(findChromium({ ...process.env, CHROMIUM: 'none' })).toBeUndefined();
});

test('without it an installed one is found', () => {
  const found = findChromium();
  expect(found).toMatch(/chrom/i);
  const PATH = ['/nowhere', dirname(found ?? '')].join(delimiter);
  expect(findChromium({ PATH })).toBe(found);
});
