// oxlint-disable vitest/expect-expect -- compiling is the test
import * as v from 'valibot';
import { test } from 'vitest';
import { defineMethod, Entrypoint } from '../index.js';

// TypeScript 5 widens `async () => 'pong'` to a promise of a string, wherever it is written.
test('an async handler can return a literal without `as const`', () => {
  new Entrypoint('/rpc').method('m', { result: v.literal('pong') }, async () => 'pong');
  defineMethod('m', { result: v.literal('pong') }, async () => 'pong');
});
