import type * as core from '@jsonrpc-kit/core';
import { expectTypeOf, test } from 'vitest';
import type { Problem, ProblemsData, StandardError } from '../index.js';

test('Problem and ProblemsData equal the types of the core', () => {
  expectTypeOf<Problem>().toEqualTypeOf<core.Problem>();
  expectTypeOf<ProblemsData>().toEqualTypeOf<core.ProblemsData>();
});

test('StandardError has the error codes of the core', () => {
  type Codes = (typeof core.ErrorCode)[keyof typeof core.ErrorCode];
  expectTypeOf<StandardError['code']>().toEqualTypeOf<Codes>();
});
