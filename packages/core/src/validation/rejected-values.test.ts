import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import fc from 'fast-check';
import Joi from 'joi';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { postJson, type ReceivedResponse, serve } from '../../test/call.js';
import { defineError, Entrypoint } from '../index.js';

beforeAll(async () => {
  // They register their messages with valibot.
  await Promise.all([import('@valibot/i18n/de'), import('@valibot/i18n/fr')]);
});

afterEach(() => {
  v.deleteGlobalConfig();
  z.config(z.locales.en());
});

/** A value that a client sends, with the texts that neither the response nor the log may contain. */
interface Secret {
  readonly value: unknown;
  readonly texts: readonly string[];
}

const word = fc
  .string({ minLength: 3, maxLength: 30 })
  .map((text) => `s3cr3t${text}`)
  .map((value) => ({ value, texts: [value, value.toUpperCase()] }));
const number = fc
  .double({ min: 1e6, max: 1e15, noNaN: true, noDefaultInfinity: true })
  .filter((value) => value % 777 !== 0)
  .map((value) => ({ value, texts: [String(value)] }));
const bigint = fc
  .bigInt({ min: 10n ** 20n })
  .map((value) => ({ value: String(value), texts: [String(value)] }));
const date = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
  .map((value) => ({
    value: value.toISOString(),
    texts: [value.toISOString(), String(value), value.toISOString().slice(0, 10)],
  }));
const any: fc.Arbitrary<Secret> = fc.oneof(word, number, bigint, date);

/** A schema that rejects each of its values; `around` puts a secret into one. */
type Case = readonly [
  name: string,
  schema: StandardSchemaV1,
  around?: ((secret: unknown) => unknown) | undefined,
  secrets?: fc.Arbitrary<Secret>,
];

const text = (secret: unknown): string => String(secret);

const ofValibot: readonly Case[] = [
  ['boolean', v.boolean()],
  ['null', v.null()],
  ['never', v.never()],
  ['date', v.date()],
  ['bigint', v.bigint()],
  ['instance', v.instance(Map)],
  ['custom', v.custom(() => false)],
  ['literal', v.literal('a')],
  ['picklist', v.picklist(['a', 'b'])],
  ['enum', v.enum({ A: 'a', B: 'b' })],
  ['union', v.union([v.boolean(), v.literal('a')])],
  ['nested union', v.union([v.object({ a: v.boolean() }), v.null()]), (a) => ({ a })],
  ['variant', v.variant('k', [v.object({ k: v.literal('a') })]), (k) => ({ k })],
  [
    'intersect',
    v.intersect([v.object({ a: v.boolean() }), v.object({ b: v.null() })]),
    (a) => ({ a, b: a }),
  ],
  ['optional', v.optional(v.boolean())],
  ['nullish', v.nullish(v.boolean())],
  ['nonOptional', v.nonOptional(v.boolean())],
  ['array', v.array(v.boolean()), (secret) => [secret, secret]],
  ['tuple', v.tuple([v.boolean(), v.null()]), (secret) => [secret, secret]],
  ['strictTuple', v.strictTuple([]), (secret) => [secret]],
  ['tupleWithRest', v.tupleWithRest([], v.boolean()), (secret) => [secret]],
  ['object', v.object({ a: v.boolean() }), (a) => ({ a })],
  ['object without its key', v.object({ a: v.boolean() }), (b) => ({ b })],
  ['strictObject', v.strictObject({}), (a) => ({ a })],
  ['objectWithRest', v.objectWithRest({}, v.boolean()), (a) => ({ a })],
  ['record', v.record(v.string(), v.boolean()), (a) => ({ a })],
  ['lazy', v.lazy(() => v.array(v.boolean())), (secret) => [secret]],
  [
    'asynchronous',
    v.objectAsync({
      a: v.pipeAsync(
        v.any(),
        v.checkAsync(async () => false),
      ),
    }),
    (a) => ({ a }),
  ],
  ['email', v.pipe(v.string(), v.email()), text],
  ['regex', v.pipe(v.string(), v.regex(/^$/)), text],
  ['isoDate', v.pipe(v.string(), v.isoWeek()), text],
  ['startsWith', v.pipe(v.string(), v.startsWith('?')), text],
  ['excludes', v.pipe(v.string(), v.excludes('')), text],
  ['maxLength', v.pipe(v.string(), v.maxLength(2)), text],
  ['length of a list', v.pipe(v.array(v.any()), v.length(3)), (secret) => [secret]],
  [
    'check',
    v.pipe(
      v.any(),
      v.check(() => false),
    ),
  ],
  [
    'partialCheck',
    v.pipe(
      v.object({ a: v.any() }),
      v.partialCheck([['a']], () => false),
    ),
    (a) => ({ a }),
  ],
  [
    'everyItem',
    v.pipe(
      v.array(v.any()),
      v.everyItem(() => false),
    ),
    (secret) => [secret],
  ],
  [
    'checkItems',
    v.pipe(
      v.array(v.any()),
      v.checkItems(() => false),
    ),
    (secret) => [secret],
  ],
  ['parseJson', v.pipe(v.string(), v.parseJson()), (secret) => `{${text(secret)}`],
  ['transform', v.pipe(v.any(), v.transform(text), v.toUpperCase(), v.email())],
  ['minValue', v.pipe(v.number(), v.maxValue(5)), undefined, number],
  ['values', v.pipe(v.number(), v.values([1, 2])), undefined, number],
  ['multipleOf', v.pipe(v.number(), v.multipleOf(777)), undefined, number],
  ['a big integer', v.pipe(v.string(), v.toBigint(), v.maxValue(5n)), undefined, bigint],
  ['a date', v.pipe(v.string(), v.toDate(), v.maxValue(new Date(0))), undefined, date],
  ['a message created from the value', v.boolean(({ input }) => `No ${text(input)}`)],
  ['a message created from the received value', v.boolean(({ received }) => `No ${received}`)],
  ['a message for a schema', v.message(v.boolean(), ({ received }) => `No ${received}`)],
  [
    'a message that a check adds',
    v.pipe(
      v.any(),
      v.rawCheck(({ dataset, addIssue }) => {
        const secret = text(dataset.value);
        addIssue({ message: secret, expected: secret, received: secret, label: secret });
      }),
    ),
  ],
];

const ofZod: readonly Case[] = [
  ['boolean', z.boolean()],
  ['null', z.null()],
  ['never', z.never()],
  ['date', z.date()],
  ['bigint', z.bigint()],
  ['instance', z.instanceof(Map)],
  ['custom', z.custom(() => false)],
  ['literal', z.literal('a')],
  ['enum', z.enum(['a', 'b'])],
  ['union', z.union([z.boolean(), z.literal('a')])],
  ['nested union', z.union([z.object({ a: z.boolean() }), z.null()]), (a) => ({ a })],
  [
    'discriminated union',
    z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]),
    (k) => ({ k }),
  ],
  [
    'intersection',
    z.intersection(z.object({ a: z.boolean() }), z.object({ b: z.null() })),
    (a) => ({ a, b: a }),
  ],
  ['optional', z.optional(z.boolean())],
  ['array', z.array(z.boolean()), (secret) => [secret, secret]],
  ['tuple', z.tuple([z.boolean()]), (secret) => [secret, secret]],
  ['object', z.object({ a: z.boolean() }), (a) => ({ a })],
  ['object without its key', z.object({ a: z.boolean() }), (b) => ({ b })],
  ['strictObject', z.strictObject({}), (a) => ({ a })],
  ['record', z.record(z.string(), z.boolean()), (a) => ({ a })],
  ['lazy', z.lazy(() => z.array(z.boolean())), (secret) => [secret]],
  ['asynchronous', z.any().refine(async () => false)],
  ['coerced', z.coerce.date(), (secret) => `?${text(secret)}`],
  ['email', z.email(), text],
  ['regex', z.string().regex(/^$/), text],
  ['startsWith', z.string().startsWith('?'), text],
  ['max', z.string().max(2), text],
  ['length of a list', z.array(z.any()).length(3), (secret) => [secret]],
  ['refine', z.any().refine(() => false)],
  ['transform', z.any().transform(text).pipe(z.email())],
  ['maximum', z.number().max(5), undefined, number],
  ['multipleOf', z.number().multipleOf(777), undefined, number],
  ['int', z.int().max(5), undefined, number],
  ['a big integer', z.string().transform(BigInt).pipe(z.bigint().max(5n)), undefined, bigint],
  ['a date', z.coerce.date().max(new Date(0)), undefined, date],
  ['a message created from the value', z.boolean({ error: ({ input }) => `No ${text(input)}` })],
  [
    'a message that a check adds',
    z.any().superRefine((value, ctx) => {
      ctx.addIssue({ code: 'custom', message: text(value), params: { value }, input: value });
    }),
  ],
];

const ofArktype: readonly Case[] = [
  ['boolean', type('boolean')],
  ['null', type('null')],
  ['never', type({ a: 'never' }), (a) => ({ a })],
  ['Date', type('Date')],
  ['bigint', type('bigint')],
  ['literal', type("'a'")],
  ['union', type("'a' | boolean")],
  ['optional union', type("'a' | 'b' | undefined")],
  ['union of types', type('boolean | null')],
  ['nested union', type({ a: 'boolean' }).or({ a: 'null' }), (a) => ({ a })],
  ['discriminated union', type({ k: "'a'" }).or({ k: "'b'" }), (k) => ({ k })],
  ['array', type('boolean[]'), (secret) => [secret, secret]],
  ['tuple', type(['boolean']), (secret) => [secret]],
  ['object', type({ a: 'boolean' }), (a) => ({ a })],
  ['object without its key', type({ a: 'boolean' }), (b) => ({ b })],
  ['strict object', type({ '+': 'reject' }), (a) => ({ a })],
  ['index', type({ '[string]': 'boolean' }), (a) => ({ a })],
  ['email', type('string.email'), text],
  ['regex', type(/^$/), text],
  ['length', type('string < 2'), text],
  ['several expectations', type('string.email & string < 3'), text],
  ['a parsed date', type('string.date.parse'), (secret) => `?${text(secret)}`],
  ['parsed JSON', type('string.json.parse'), (secret) => `{${text(secret)}`],
  ['a parsed number', type('string.numeric.parse'), (secret) => `?${text(secret)}`],
  ['maximum', type('number < 5'), undefined, number],
  ['divisor', type('number % 777'), undefined, number],
  ['a date', type('string.date.parse').to('Date < d"1970-01-01"'), undefined, date],
  ['narrowed', type('unknown').narrow(() => false)],
  [
    'a description created from the value',
    type('unknown').narrow((value, ctx) => ctx.mustBe(text(value))),
  ],
  [
    'a message created from the value',
    type('boolean').configure({ message: ({ data }) => `No ${text(data)}` }),
  ],
  [
    'an expectation and a problem created from the value',
    type('boolean').configure({ expected: () => 'x', problem: ({ data }) => text(data) }),
  ],
];

const ofJoi: readonly Case[] = [
  ['boolean', Joi.boolean()],
  ['valid', Joi.valid('a')],
  ['invalid', Joi.string().valid('a'), text],
  ['alternatives', Joi.alternatives(Joi.boolean(), Joi.object())],
  ['array', Joi.array().items(Joi.boolean()), (secret) => [secret]],
  ['object', Joi.object({ a: Joi.boolean() }), (a) => ({ a })],
  ['unknown key', Joi.object({}), (a) => ({ a })],
  ['pattern', Joi.string().pattern(/^$/), text],
  ['email', Joi.string().email(), text],
  [
    'custom',
    Joi.any().custom((value) => {
      throw new Error(text(value));
    }),
  ],
  ['a message with the value', Joi.boolean().messages({ 'boolean.base': 'No {#value}' })],
  ['maximum', Joi.number().max(5), undefined, number],
];

const cases: readonly (readonly [string, Case])[] = [
  ...[undefined, 'de', 'fr'].flatMap((language) => ofValibot.map(named('valibot', language))),
  ...[undefined, 'de', 'fr'].flatMap((language) => ofZod.map(named('zod', language))),
  ...ofArktype.map(named('arktype', undefined)),
  ...ofJoi.map(named('joi', undefined)),
];

function named(library: string, language: string | undefined) {
  return (example: Case): readonly [string, Case] => [
    [library, language ?? 'en', example[0]].join(', '),
    example,
  ];
}

function setLanguage(name: string): void {
  const [library, language] = name.split(', ');
  if (library === 'valibot') v.setGlobalConfig({ lang: language });
  if (library === 'zod') z.config(z.locales[language as 'de' | 'en' | 'fr']());
}

class Wrong extends defineError({ code: 5000, message: 'Wrong' }) {}

/** Serves methods that validate a value of the client as a parameter, a result and error data. */
function servedWith(schema: StandardSchemaV1) {
  const rpc = new Entrypoint<StandardSchemaV1>('/rpc');
  const anything = { value: v.any() };
  rpc.method('param', { args: { value: schema } }, () => null);
  rpc.method('result', { args: anything, result: schema }, ({ value }) => value as never);
  class WithData extends defineError({ code: 5001, message: 'Data', data: schema }) {}
  rpc.method('data', { args: anything, errors: [Wrong, WithData] }, ({ value }) => {
    throw new WithData(value as never);
  });
  return serve(rpc);
}

function expectAbsent(texts: readonly string[], where: string): void {
  for (const secret of texts) {
    expect(where).not.toContain(secret);
    expect(where).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
}

/** Returns everything that a log line contains of an error. */
function loggedText(log: ReturnType<typeof serve>['log']): string {
  return log.map(({ details, message }) => `${message} ${String(details.err)}`).join('\n');
}

describe('neither the response nor the log contains a rejected value', () => {
  test.each(cases)('%s', async (name, [, schema, around = (secret) => secret, secrets = any]) => {
    setLanguage(name);
    const { api, log } = servedWith(schema);
    await fc.assert(
      fc.asyncProperty(secrets, async ({ value, texts }) => {
        const params = { value: around(value) };
        for (const method of ['param', 'result', 'data']) {
          const response = await postJson(api, { jsonrpc: '2.0', id: 1, method, params });
          expect(response.json).toMatchObject({ error: {} });
          expectAbsent(texts, response.text);
        }
        expectAbsent(texts, loggedText(log));
      }),
      { numRuns: 10 },
    );
  });
});

describe('only the path of a problem contains a rejected key', () => {
  test.each<[string, StandardSchemaV1]>([
    ['valibot, strictObject', v.strictObject({})],
    ['valibot, record', v.record(v.picklist(['a']), v.any())],
    ['zod, strictObject', z.strictObject({})],
    ['zod, record', z.record(z.templateLiteral(['a', z.number()]), z.any())],
    ['arktype', type({ '+': 'reject' })],
    ['joi', Joi.object({})],
  ])('%s', async (_, schema) => {
    const { api } = servedWith(schema);
    await fc.assert(
      fc.asyncProperty(word, async ({ value: key, texts }) => {
        const params = { value: { [key]: 1 } };
        const response = await postJson(api, { jsonrpc: '2.0', id: 1, method: 'param', params });
        expectAbsent(texts, JSON.stringify(withoutPaths(response)));
      }),
      { numRuns: 10 },
    );
  });
});

function withoutPaths({ json }: ReceivedResponse): unknown {
  const { error } = json as { error: { data: { errors: readonly Record<string, unknown>[] } } };
  return error.data.errors.map(({ loc: _, ...problem }) => problem);
}
