import type * as core from '@jsonrpc-kit/core';
import { expectTypeOf, test } from 'vitest';
import type { Problem, ProblemsData, StandardError } from '../index.js';

test('the data of InvalidParams and InvalidRequest is what the core sends', () => {
  expectTypeOf<Problem>().toEqualTypeOf<core.Problem>();
  expectTypeOf<ProblemsData>().toEqualTypeOf<core.ProblemsData>();
});

test('the standard errors are those of the core', () => {
  type Codes = (typeof core.ErrorCode)[keyof typeof core.ErrorCode];
  expectTypeOf<StandardError['code']>().toEqualTypeOf<Codes>();
});
