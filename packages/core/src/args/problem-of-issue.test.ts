import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problemOfIssue } from './problem-of-issue.js';
import type { Problem } from '../protocol/problem.js';

async function problemsOf(schema: StandardSchemaV1, value: unknown): Promise<Problem[]> {
  const { validate, vendor } = schema['~standard'];
  const { issues = [] } = await validate(value);
  return issues.map((issue) => problemOfIssue(['at'], issue, vendor));
}

describe('a problem says where, what and of which kind', () => {
  test('from valibot', async () => {
    const Order = v.object({ items: v.array(v.object({ sku: v.string() })), note: v.string() });
    expect(await problemsOf(Order, { items: [{ sku: 5 }, {}] })).toEqual([
      {
        loc: ['at', 'items', 0, 'sku'],
        msg: 'Invalid type: Expected string',
        type: 'string',
        ctx: { expected: 'string' },
      },
      {
        loc: ['at', 'items', 1, 'sku'],
        msg: 'Invalid key: Expected "sku"',
        type: 'object',
        ctx: { expected: '"sku"' },
      },
      {
        loc: ['at', 'note'],
        msg: 'Invalid key: Expected "note"',
        type: 'object',
        ctx: { expected: '"note"' },
      },
    ]);
  });

  test('from zod', async () => {
    const Order = z.object({ items: z.array(z.object({ sku: z.string() })) });
    expect(await problemsOf(Order, { items: [{ sku: 5 }] })).toEqual([
      {
        loc: ['at', 'items', 0, 'sku'],
        msg: 'Invalid input: expected string, received number',
        type: 'invalid_type',
        ctx: { expected: 'string' },
      },
    ]);
  });

  test('from arktype', async () => {
    const Order = type({ items: type({ sku: 'string' }).array() });
    expect(await problemsOf(Order, { items: [{ sku: 5 }] })).toEqual([
      {
        loc: ['at', 'items', 0, 'sku'],
        msg: 'must be a string',
        type: 'domain',
        ctx: { expected: 'a string' },
      },
    ]);
  });

  test('from a schema of the bare standard', async () => {
    const schema: StandardSchemaV1 = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => ({
          issues: [{ message: 'No', path: ['a', { key: 0 }, { key: Symbol('s') }] }],
        }),
      },
    };
    expect(await problemsOf(schema, 1)).toEqual([
      { loc: ['at', 'a', 0, 'Symbol(s)'], msg: 'No', type: 'invalid' },
    ]);
  });
});

describe('the rejected value is not echoed', () => {
  const secret = 'hunter2';
  const number = 4242.5;

  test.each<[string, StandardSchemaV1, unknown]>([
    ['valibot: type', v.number(), secret],
    ['valibot: literal', v.literal('a'), secret],
    ['valibot: picklist', v.picklist(['a', 'b']), secret],
    ['valibot: union', v.union([v.number(), v.boolean()]), secret],
    ['valibot: variant', v.variant('kind', [v.object({ kind: v.literal('a') })]), { kind: secret }],
    ['valibot: format', v.pipe(v.string(), v.email()), secret],
    ['valibot: regex', v.pipe(v.string(), v.regex(/^\d$/)), secret],
    ['valibot: range', v.pipe(v.number(), v.maxValue(5)), number],
    ['valibot: integer', v.pipe(v.number(), v.integer()), number],
    [
      'valibot: check',
      v.pipe(
        v.string(),
        v.check(() => false),
      ),
      secret,
    ],
    [
      'valibot: a check of several members',
      v.pipe(
        v.string(),
        v.rawCheck(({ addIssue }) => addIssue()),
      ),
      secret,
    ],
    ['valibot: nested', v.object({ a: v.array(v.number()) }), { a: [secret] }],
    ['valibot: record', v.record(v.string(), v.number()), { a: secret }],
    ['valibot: excluded', v.pipe(v.string(), v.excludes('hunter')), secret],
    ['valibot: never', v.object({ a: v.never() }), { a: secret }],
    ['zod: type', z.number(), secret],
    ['zod: literal', z.literal('a'), secret],
    ['zod: enum', z.enum(['a', 'b']), secret],
    ['zod: union', z.union([z.number(), z.boolean()]), secret],
    [
      'zod: discriminated',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
      { kind: secret },
    ],
    ['zod: format', z.email(), secret],
    ['zod: regex', z.string().regex(/^\d$/), secret],
    ['zod: range', z.number().max(5), number],
    ['zod: integer', z.int(), number],
    ['zod: refinement', z.string().refine(() => false), secret],
    ['arktype: type', type('number'), secret],
    ['arktype: literal', type("'a'"), secret],
    ['arktype: union', type("'a' | 'b'"), secret],
    ['arktype: nested', type({ a: 'number[]' }), { a: [secret] }],
    ['arktype: discriminated', type({ kind: "'a'" }).or({ kind: "'b'" }), { kind: secret }],
    ['arktype: format', type('string.email'), secret],
    ['arktype: regex', type(/^\d$/), secret],
    ['arktype: several at once', type('string.email & string < 3'), secret],
    ['arktype: range', type('number < 5'), number],
    ['arktype: divisor', type('number % 2'), number],
    ['arktype: date', type('string.date.iso'), secret],
    ['arktype: narrowed', type('string').narrow((_, ctx) => ctx.mustBe('a word')), secret],
    ['arktype: in a union of objects', type({ a: 'number' }).or({ a: 'boolean[]' }), { a: secret }],
  ])('%s', async (_, schema, value) => {
    const problems = await problemsOf(schema, value);
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|4242/);
  });

  test.each<[string, StandardSchemaV1]>([
    ['valibot', v.pipe(v.string(), v.email())],
    ['valibot', v.number()],
    ['zod', z.number()],
    ['arktype', type('number')],
    ['arktype', type('string.email')],
  ])('though it holds what a message ends with: %s', async (_, schema) => {
    for (const value of ['but received x', 'x: Received "x"', '(was "x")', 'was x)']) {
      const problems = await problemsOf(schema, value);
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain(value);
    }
  });
});

describe('what was expected is still said, where arktype’s own text holds the value', () => {
  test.each<[string, StandardSchemaV1, unknown, readonly (string | number)[], string]>([
    ['a union', type("'a' | 'b'"), 'x', [], '"a" or "b"'],
    ['a member that is a union', type({ k: "'a' | 'b'" }), { k: 'x' }, ['k'], '"a" or "b"'],
    [
      'several at once',
      type('string.email & string < 3'),
      'xxxx',
      [],
      'an email address and at most length 2',
    ],
    [
      'a union of objects',
      type({ a: 'number' }).or({ b: 'boolean[]' }),
      { a: 'x' },
      [],
      'a number at a or an array at b',
    ],
  ])('%s', async (_, schema, value, path, expected) => {
    expect(await problemsOf(schema, value)).toMatchObject([
      { loc: ['at', ...path], msg: `must be ${expected}`, ctx: { expected } },
    ]);
  });
});

describe('a message that the author of the schema wrote passes as it is', () => {
  test.each<[string, StandardSchemaV1]>([
    ['valibot', v.pipe(v.string(), v.email('Write an address'))],
    ['valibot, of a type', v.number('Write an address')],
    ['zod', z.email('Write an address')],
    ['arktype', type('string.email').configure({ message: 'Write an address' })],
    ['arktype, of a type', type('number').configure({ message: () => 'Write an address' })],
    [
      'arktype, narrowed',
      type('string').narrow((_, ctx) => ctx.reject({ message: 'Write an address' })),
    ],
    [
      'arktype, its problem',
      type('string').narrow((_, ctx) => ctx.reject({ problem: 'Write an address' })),
    ],
  ])('%s', async (_, schema) => {
    expect(await problemsOf(schema, 'x')).toMatchObject([{ msg: 'Write an address' }]);
  });
});
