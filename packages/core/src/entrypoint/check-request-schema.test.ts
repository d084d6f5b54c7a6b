import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Entrypoint, JsonRpcRequest } from '../index.js';

const bank = (requestSchema: unknown) => () =>
  new Entrypoint('/bank', { requestSchema: requestSchema as StandardSchemaV1 });

describe('a request schema that throws, as one of two libraries does,', () => {
  const throwing = v.custom(() => {
    throw new Error('odd');
  });

  test.each<[string, StandardSchemaV1]>([
    ['zod and valibot', z.strictObject(JsonRpcRequest.entries as never)],
    ['one', throwing],
  ])('is refused with the reason: of %s', (_, schema) => {
    expect(bank(schema)).toThrow(
      /^entrypoint \/bank: requestSchema throws when it validates a request: Error: .+; write it with one library, as v\.strictObject\(\{ \.\.\.JsonRpcRequest\.entries, … \}\) or z\.object\(/,
    );
  });
});

describe('one that refuses what every request has', () => {
  test.each<[string, StandardSchemaV1]>([
    ['zod', z.strictObject({ traceId: z.string() })],
    ['zod, that names some', z.strictObject({ jsonrpc: z.literal('2.0'), id: z.number() })],
    ['valibot', v.strictObject({ traceId: v.string() })],
    ['arktype', type({ '+': 'reject', traceId: 'string' })],
    ['one of another version', v.object({ jsonrpc: v.literal('1.0') })],
  ])('of %s', (_, schema) => {
    expect(bank(schema)).toThrow(
      /^entrypoint \/bank: requestSchema refuses what every request has: .+; write z\.object\(\{ … \}\), which is not strict, or v\.strictObject\(\{ \.\.\.JsonRpcRequest/,
    );
  });
});

describe('one that asks for members of its own is none of these', () => {
  test.each<[string, StandardSchemaV1]>([
    ['zod', z.object({ traceId: z.string() })],
    ['zod, of certain methods', z.object({ method: z.enum(['look']), id: z.string() })],
    [
      'zod, strict, with all members',
      z.strictObject({
        jsonrpc: z.literal('2.0'),
        id: z.union([z.string(), z.number()]).optional(),
        method: z.string(),
        params: z.unknown().optional(),
        traceId: z.string(),
      }),
    ],
    ['valibot', v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() })],
    ['valibot, of two kinds', v.variant('kind', [v.object({ kind: v.literal('a') })])],
    ['arktype', type({ traceId: 'string' })],
    ['zod, asynchronous', z.object({}).refine(() => Promise.resolve(true))],
    ['an asynchronous one', v.objectAsync({ traceId: v.string() })],
    [
      'an asynchronous one that rejects',
      v.pipeAsync(
        v.looseObject({}),
        v.checkAsync(() => Promise.reject(new Error('no database'))),
      ),
    ],
  ])('of %s', (_, schema) => {
    expect(bank(schema)).not.toThrow();
  });
});
