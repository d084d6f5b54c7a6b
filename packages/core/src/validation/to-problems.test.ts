import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProblemBudget } from '../jsonrpc/problem.js';
import type { Problem } from '../jsonrpc/problem.js';
import { toProblems } from './to-problems.js';
import { compileValidate } from './validate.js';

async function problemsOf(schema: StandardSchemaV1, value: unknown): Promise<Problem[]> {
  const validation = await compileValidate(schema)(value, { problemBudget: new ProblemBudget() });
  return validation.issues === undefined ? [] : [...toProblems(schema, ['at'], validation)];
}

describe('a problem has a path, a message and a type', () => {
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
        msg: 'Invalid type: Expected string',
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

  test('from a schema that only implements the standard', async () => {
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
      { loc: ['at', 'a', 0, 'Symbol(s)'], msg: 'Invalid value', type: 'invalid' },
    ]);
  });
});

describe('a problem does not contain the rejected value', () => {
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
    ['arktype: optional', type("'a' | 'b' | undefined"), secret],
    ['arktype: discriminated', type({ kind: "'a'" }).or({ kind: "'b'" }), { kind: secret }],
    ['arktype: format', type('string.email'), secret],
    ['arktype: regex', type(/^\d$/), secret],
    ['arktype: several expectations', type('string.email & string < 3'), secret],
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
  ])('even if the value contains the end of a message: %s', async (_, schema) => {
    for (const value of ['but received x', 'x: Received "x"', '(was "x")', 'was x)']) {
      const problems = await problemsOf(schema, value);
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain(value);
    }
  });
});

describe('a problem has the expectation of arktype if its own text contains the value', () => {
  test.each<[string, StandardSchemaV1, unknown, readonly (string | number)[], string]>([
    ['a union', type("'a' | 'b'"), 'x', [], '"a" or "b"'],
    ['a member that is a union', type({ k: "'a' | 'b'" }), { k: 'x' }, ['k'], '"a" or "b"'],
    ['an optional text', type('string | undefined'), 5, [], 'a string or undefined'],
    ['an optional union', type("'a' | 'b' | undefined"), 'x', [], '"a", "b" or undefined'],
    ['a union of types', type('number | boolean'), 'x', [], 'a number or boolean'],
    [
      'a discriminator',
      type({ kind: "'a'" }).or({ kind: "'b'" }),
      { kind: 'c' },
      ['kind'],
      '"a" or "b"',
    ],
    [
      'several expectations',
      type('string.email & string < 3'),
      'xxxx',
      [],
      'an email address and at most length 2',
    ],
  ])('%s', async (_, schema, value, path, expected) => {
    expect(await problemsOf(schema, value)).toMatchObject([
      { loc: ['at', ...path], msg: `must be ${expected}`, ctx: { expected } },
    ]);
  });
});

test('a problem does not describe the members of a union of objects of arktype', async () => {
  const schema = type({ a: 'number' }).or({ b: 'boolean[]' });
  expect(await problemsOf(schema, { a: 'hunter2' })).toEqual([
    { loc: ['at'], msg: 'Invalid value', type: 'union' },
  ]);
});

describe('a problem of valibot is named after the failed action', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['Invalid length: Expected >=3', v.pipe(v.string(), v.minLength(3)), 'x'],
    ['Invalid value: Expected <=5', v.pipe(v.number(), v.maxValue(5)), 6],
    ['Invalid email', v.pipe(v.string(), v.email()), 'x'],
    ['Invalid iso date', v.pipe(v.string(), v.isoDate()), 'x'],
    [
      'Invalid value',
      v.pipe(
        v.string(),
        v.check(() => false),
      ),
      'x',
    ],
  ])('%s', async (msg, schema, value) => {
    expect(await problemsOf(schema, value)).toMatchObject([{ msg }]);
  });
});

describe('a problem has the message that the author of the schema wrote', () => {
  const Recursive: v.GenericSchema = v.union([
    v.array(
      v.lazy(() => Recursive),
      'no list',
    ),
    v.pipe(v.string(), v.digits('Write an address')),
  ]);

  test.each<[string, StandardSchemaV1]>([
    ['valibot', v.pipe(v.string(), v.email('Write an address'))],
    ['valibot, of a type', v.number('Write an address')],
    [
      'valibot, for an item of a list',
      v.pipe(
        v.unknown(),
        v.transform((value) => [value]),
        v.array(v.number('Write an address')),
      ),
    ],
    ['valibot, of a recursive schema', Recursive],
    ['valibot, from a function that ignores the value', v.number(() => 'Write an address')],
    [
      'valibot, from a function that uses the requirement',
      v.pipe(
        v.string(),
        v.minLength(3, ({ requirement }) => `Write ${requirement === 3 ? 'an address' : ''}`),
      ),
    ],
    ['zod', z.email('Write an address')],
    ['zod, of a type', z.number({ error: 'Write an address' })],
    ['zod, of a check', z.string().min(3, { error: 'Write an address' })],
    ['zod, of a refinement', z.string().refine(() => false, 'Write an address')],
    ['zod, from a function that ignores the value', z.number({ error: () => 'Write an address' })],
    ['zod, of a recursive schema', z.lazy(() => z.number('Write an address'))],
    ['arktype', type('string.email').configure({ message: 'Write an address' })],
    ['arktype, its problem', type('string.email').configure({ problem: 'Write an address' })],
    ['arktype, of a union', type("'a' | 'b'").configure({ message: 'Write an address' })],
    [
      'arktype, from a function that ignores the value',
      type('number').configure({ message: () => 'Write an address' }),
    ],
  ])('%s', async (_, schema) => {
    expect(await problemsOf(schema, 'x')).toMatchObject([{ msg: 'Write an address' }]);
  });

  test.each([
    ['its description', type('string.email').describe('an address')],
    ['expected', type('string.email').configure({ expected: 'an address' })],
  ])('or the expectation that arktype calls %s', async (_, schema) => {
    const [problem] = await problemsOf(schema, 'x');
    expect(problem).toMatchObject({
      msg: 'must be an address',
      ctx: { expected: 'an address' },
    });
  });
});

test('the search for messages ends in a schema that creates new parts whenever they are accessed', async () => {
  let created = 0;
  const create = (): z.ZodType => {
    // Ends a search without a limit.
    if (++created > 20_000) throw new Error('endless');
    return z.union([z.number('Write a number'), z.array(z.lazy(create))]);
  };
  expect(await problemsOf(create(), ['x'])).toMatchObject([{ loc: ['at'] }]);
  expect(created).toBeLessThan(10_000);
});

describe('a problem has a neutral message if the original may contain the value', () => {
  test.each<[string, StandardSchemaV1, string]>([
    [
      'valibot, created from the value',
      v.number(({ input }) => `No ${String(input)}`),
      'Invalid type: Expected number',
    ],
    [
      'valibot, added by a check',
      v.pipe(
        v.string(),
        v.rawCheck(({ dataset, addIssue }) => {
          const value = String(dataset.value);
          addIssue({ message: `No ${value}`, expected: `not ${value}` });
        }),
      ),
      'Invalid value',
    ],
    [
      'valibot, a function that throws without a value',
      v.number(({ input }) => (input as string).toUpperCase()),
      'Invalid type: Expected number',
    ],
    [
      'zod, created from the value',
      z.number({ error: ({ input }) => `No ${String(input)}` }),
      'Invalid type: Expected number',
    ],
    [
      'zod, added by a check',
      z
        .string()
        .superRefine((value, ctx) => ctx.addIssue({ code: 'custom', message: `No ${value}` })),
      'Invalid value',
    ],
    [
      'arktype, created from the value',
      type('number').configure({ message: ({ data }) => `No ${String(data)}` }),
      'must be a number',
    ],
    [
      'arktype, added by a check',
      type('string').narrow((value, ctx) => ctx.mustBe(`not ${value}`)),
      'Invalid value',
    ],
    [
      'arktype, rejected with a message',
      type('string').narrow((value, ctx) => ctx.reject({ message: `No ${value}` })),
      'Invalid value',
    ],
  ])('%s', async (_, schema, msg) => {
    const problems = await problemsOf(schema, 'hunter2');
    expect(problems).toMatchObject([{ loc: ['at'], msg }]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('a problem has the expectation of zod', () => {
  const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
    [z.string().min(3), 'x', 'Invalid size: Expected >=3'],
    [z.array(z.number()).max(1), [1, 2], 'Invalid size: Expected <=1'],
    [z.set(z.any()).min(4), new Set(), 'Invalid size: Expected >=4'],
    [z.map(z.any(), z.any()).min(5), new Map(), 'Invalid size: Expected >=5'],
    [z.file().min(6), new File([], 'empty'), 'Invalid size: Expected >=6'],
    [z.number().gt(3), 1, 'Invalid value: Expected >3'],
    [z.number().multipleOf(3), 1, 'Invalid value: Expected a multiple of 3'],
    [z.string().length(3), 'x', 'Invalid size: Expected 3'],
    [z.enum(['a', 'b']), 'x', 'Invalid value: Expected a | b'],
    [z.literal('a'), 'x', 'Invalid value: Expected a'],
    [z.email(), 'x', 'Invalid format: Expected email'],
    [z.union([z.string(), z.boolean()]), 1, 'Invalid value'],
  ];
  test.each(cases.map(([schema, value, msg]) => [msg, schema, value] as const))(
    '%s',
    async (msg, schema, value) => {
      expect(await problemsOf(schema, value)).toMatchObject([{ msg }]);
    },
  );
});

test('each unknown key of a strict zod object is a separate problem', async () => {
  expect(await problemsOf(z.strictObject({}), { a: 1, b: 2 })).toMatchObject([
    { loc: ['at', 'a'], msg: 'Unrecognized key', type: 'unrecognized_keys' },
    { loc: ['at', 'b'], msg: 'Unrecognized key', type: 'unrecognized_keys' },
  ]);
});

test('a rejection without issues is a problem', async () => {
  const schema: StandardSchemaV1 = {
    '~standard': { version: 1, vendor: 'own', validate: () => ({ issues: [] }) },
  };
  expect(await problemsOf(schema, 1)).toEqual([
    { loc: ['at'], msg: 'Invalid value', type: 'invalid' },
  ]);
});

test('a problem truncates the expectation of a schema', async () => {
  const Word = v.picklist(Array.from({ length: 10_000 }, (_, index) => `word${index}`));
  const [problem] = await problemsOf(Word, 'x');
  expect(problem?.msg.length).toBeLessThan(1_100);
  expect(JSON.stringify(problem?.ctx).length).toBeLessThan(3_000);
});
