import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  Api,
  apiKeyCookie,
  apiKeyHeader,
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
  header,
  HttpError,
  params,
} from '../index.js';
import { nearestName } from './check-options.js';
import { describeValue } from './describe-value.js';

/** Passes a value that only JavaScript can pass. */
const wrong = (value: unknown): never => value as never;

const handler = (): number => 1;
const pay = (options: unknown) => () => defineMethod('pay', wrong(options), handler);
const bank = (options: unknown) => () => new Entrypoint('/bank', wrong(options));
const api = (options: unknown) => () => new Api(wrong(options));
const error = (definition: unknown) => () => defineError(wrong(definition));

class Gone extends defineError({ code: 6001, message: 'Gone' }) {}

const STRUCTURES = "'by-name', 'by-position' or 'either'";
const SCHEMA = 'Write a Standard Schema, such as v.string().';
const DEFINE = "Write defineError({ code: 6001, message: 'Not enough money' }).";

/** Puts the message first, for the title of the test. */
const byMessage = (cases: readonly [() => unknown, string][]) =>
  cases.map(([declare, message]) => [message, declare] as const);

describe('a declaration rejects an option of the wrong kind', () => {
  const wrongKinds: [() => unknown, string][] = [
    [
      pay({ errors: Gone }),
      'method "pay": errors must be an array, not a function. Write errors: [Gone].',
    ],
    [
      pay({ dependencies: {} }),
      'method "pay": dependencies must be an array, not an object. Write dependencies: […].',
    ],
    [
      pay({ middlewares: async function logging() {} }),
      'method "pay": middlewares must be an array, not a function. Write middlewares: [logging].',
    ],
    [
      pay({ middlewares: () => undefined }),
      'method "pay": middlewares must be an array, not a function. Write middlewares: […].',
    ],
    [pay({ tags: 'x' }), 'method "pay": tags must be an array, not "x". Write tags: ["x"].'],
    [pay({ tags: [5] }), 'method "pay": tags[0] must be a string, not 5. Write "money".'],
    [
      pay({ examples: {} }),
      'method "pay": examples must be an array, not an object. Write examples: […].',
    ],
    [
      pay({ examples: ['x'] }),
      'method "pay": examples[0] must be an example, not "x". Write { params: { … }, result: … }.',
    ],
    [
      pay({ servers: ['https://a.example'] }),
      `method "pay": servers[0] must be a server, not "https://a.example". Write { url: 'https://api.bank.example' }.`,
    ],
    [pay({ result: null }), `method "pay": result must be a schema, not null. ${SCHEMA}`],
    [pay({ summary: 5 }), 'method "pay": summary must be a string, not 5'],
    [pay({ deprecated: 'yes' }), 'method "pay": deprecated must be true or false, not "yes"'],
    [
      pay({ timeout: '500' }),
      'method "pay": timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit, not "500"',
    ],
    [
      pay({ paramStructure: 'byName' }),
      `method "pay": paramStructure must be ${STRUCTURES}, not "byName"`,
    ],
    [
      bank({ paramStructure: 'by-Name' }),
      `entrypoint "/bank": paramStructure must be ${STRUCTURES}, not "by-Name"`,
    ],
    [bank({ name: 5 }), 'entrypoint "/bank": name must be a string, not 5'],
    [
      bank({ errors: {} }),
      'entrypoint "/bank": errors must be an array, not an object. Write errors: […].',
    ],
    [
      bank({ commonDependencies: handler }),
      'entrypoint "/bank": commonDependencies must be an array, not a function. Write commonDependencies: [handler].',
    ],
    [
      bank({ limits: { maxBatchSize: '3' } }),
      'entrypoint "/bank": limits: maxBatchSize must be a positive integer or Infinity, not "3"',
    ],
    [
      bank({ schedulerFactory: {} }),
      'entrypoint "/bank": schedulerFactory must be a function, not an object',
    ],
    [
      bank({ concurrency: '9' }),
      'entrypoint "/bank": concurrency must be a positive integer or Infinity, not "9"',
    ],
    [bank({ limits: 5 }), 'entrypoint "/bank": limits must be an object, not 5'],
    [
      bank({ requestSchema: [] }),
      `entrypoint "/bank": requestSchema must be a schema, not an array. ${SCHEMA}`,
    ],
    [api({ title: v.string() }), 'Api: title must be a string, not a schema'],
    [
      api({ servers: 'https://a.example' }),
      'Api: servers must be an array, not "https://a.example". Write servers: ["https://a.example"].',
    ],
    [
      api({ license: 'MIT' }),
      `Api: license must be a license, not "MIT". Write { name: 'Apache 2.0', identifier: 'Apache-2.0' }.`,
    ],
    [
      api({ tags: { money: 5 } }),
      "Api: tags must be an object of descriptions, not an object. Write { money: 'Deposits and transfers' }.",
    ],
    [
      api({ tags: ['money'] }),
      "Api: tags must be an object of descriptions, not an array. Write { money: 'Deposits and transfers' }.",
    ],
    [
      api({ logger: handler }),
      'Api: logger must be an object with the functions error and warn, not a function. Write { error(details, message) { … }, warn(details, message) { … } }.',
    ],
    [
      error({ code: 6001 }),
      `defineError(6001): message must be a string, not undefined. ${DEFINE}`,
    ],
    [
      error({ message: 'Odd' }),
      `defineError("Odd"): code must be an integer, not undefined. ${DEFINE}`,
    ],
    [
      error({ code: '6002', message: 'Odd' }),
      `defineError("Odd"): code must be an integer, not "6002". ${DEFINE}`,
    ],
    [error(undefined), `defineError(undefined): code must be an integer, not undefined. ${DEFINE}`],
    [
      error({ code: 6001, message: 'Odd', data: { balance: 'number' } }),
      `defineError("Odd"): data must be a schema, not an object. ${SCHEMA}`,
    ],
    [
      error({ code: 6001, message: 'Odd', errors: 5 }),
      `defineError("Odd"): errors must be a schema, not 5. ${SCHEMA}`,
    ],
    [
      () => dependency({}, function getUser() {}, wrong({ teardown: 'before' })),
      `dependency "getUser": teardown must be 'after-response' or 'before-response', not "before"`,
    ],
    [() => new Entrypoint(wrong(['/bank'])), 'unlike ["/bank"]. Write a path such as'],
    [
      () => new HttpError(wrong('401'), ''),
      'HttpError: status must be an integer from 400 to 599, not "401"',
    ],
    [
      () => apiKeyHeader(wrong(undefined)),
      "apiKeyHeader(): the first argument must be the name of the header, not undefined. Write apiKeyHeader('x-api-key').",
    ],
    [
      () => apiKeyHeader(wrong(v.string())),
      "apiKeyHeader(): the first argument must be the name of the header, not a schema. Write apiKeyHeader('x-api-key').",
    ],
    [
      () => apiKeyCookie(wrong(type('string'))),
      "apiKeyCookie(): the first argument must be the name of the cookie, not a schema. Write apiKeyCookie('session').",
    ],
  ];
  test.each(byMessage(wrongKinds))('with the message: %s', (message, declare) => {
    expect(declare).toThrow(message);
  });

  test('throws RangeError for a number out of range, and TypeError for another value', () => {
    expect(bank({ limits: { maxBatchSize: 0 } })).toThrow(RangeError);
    expect(bank({ limits: { maxBatchSize: '0' } })).toThrow(TypeError);
  });

  test('accepts undefined for every option', () => {
    expect(pay({ errors: undefined, tags: undefined, timeout: undefined })).not.toThrow();
    expect(bank({ paramStructure: undefined, limits: { maxBatchSize: undefined } })).not.toThrow();
  });
});

describe('a declaration rejects an unknown option', () => {
  const unknownOptions: [() => unknown, string][] = [
    [
      pay({ params: {} }),
      'method "pay": unknown option "params". Write args: { amount: v.number() }.',
    ],
    [
      pay({ input: {} }),
      'method "pay": unknown option "input". Write args: { amount: v.number() }.',
    ],
    [pay({ output: {} }), 'method "pay": unknown option "output". Write result: v.object({ … }).'],
    [pay({ handler: {} }), 'unknown option "handler". Pass the function as the third argument.'],
    [pay({ auth: {} }), 'unknown option "auth". Write args: { token: httpBearer() }, or a'],
    [bank({ auth: {} }), 'unknown option "auth". Add a dependency that reads a credential to'],
    [
      bank({ dependencies: [] }),
      'entrypoint "/bank": unknown option "dependencies". Write commonDependencies (once per call) or messageDependencies (once per message).',
    ],
    [bank({ maxBatchSize: 5 }), 'unknown option "maxBatchSize". Move it into limits'],
    [bank({ cors: true }), 'unknown option "cors". Use the CORS middleware of your framework.'],
    [
      api({ rateLimit: {} }),
      'Api: unknown option "rateLimit". Set it on an entrypoint or a method.',
    ],
    [api({ entrypoints: [] }), 'Api: unknown option "entrypoints". Call api.bindEntrypoint().'],
    [
      pay({ path: {} }),
      'method "pay": unknown option "path". The options are args, result, dependencies, errors, middlewares, tags, timeout, paramStructure, summary, description, deprecated, notifications, examples, servers',
    ],
    [pay({ sumary: '' }), 'method "pay": unknown option "sumary". Did you mean "summary"?'],
    [pay({ toString: 1 }), 'method "pay": unknown option "toString". The options are'],
    [
      bank({ limits: { maxBatch: 5 } }),
      'entrypoint "/bank": limits: unknown option "maxBatch". Did you mean "maxBatchSize"?',
    ],
    [
      bank({ maxwaiting: 5 }),
      'entrypoint "/bank": unknown option "maxwaiting". Did you mean "maxWaiting"?',
    ],
    [api({ titel: 'Bank' }), 'Api: unknown option "titel". Did you mean "title"?'],
    [
      error({ code: 6001, message: 'Odd', dataModel: v.string() }),
      'defineError("Odd"): unknown option "dataModel". The options are code, message, description, data, errors, dataRequired, errorsRequired',
    ],
  ];
  test.each(byMessage(unknownOptions))('with the message: %s', (message, declare) => {
    expect(declare).toThrow(message);
  });

  test('accepts the settings of another entrypoint as options', () => {
    const { settings } = new Entrypoint('/v1', { tags: ['one'], timeout: 5 });
    expect(new Entrypoint('/v2', settings).settings).toEqual(settings);
  });
});

test.each([undefined, null, 5, 'x', []])(
  'defineMethod() rejects options that are %j',
  (options) => {
    expect(pay(options)).toThrow(
      /^method "pay": the options must be an object, not .+\. Pass \{\} if you need none\.$/,
    );
  },
);

test.each([null, 5, []])('an entrypoint and an api reject options that are %j', (options) => {
  expect(bank(options)).toThrow(/^entrypoint "\/bank": the options must be an object, not /);
  expect(api(options)).toThrow(/^Api: the options must be an object, not /);
});

test.each([undefined, null, 5, {}, ''])('a method cannot have the name %j', (name) => {
  expect(() => defineMethod(wrong(name), {}, handler)).toThrow(
    `The name of a method must be a non-empty string, not ${describeValue(name)}. Write the name`,
  );
});

describe('the option args', () => {
  test.each([
    ['valibot', v.object({})],
    ['zod', z.object({})],
    ['arktype', type({})],
  ])('rejects a schema of %s instead of an object of sources', (_, schema) => {
    const message =
      'args must be an object of sources, not a schema. Write args: { order: params(schema) }, or one schema for each argument.';
    expect(pay({ args: schema })).toThrow(`method "pay": ${message}`);
    expect(() => dependency(wrong(schema), function getUser() {})).toThrow(
      `dependency "getUser": ${message}`,
    );
  });

  test.each([
    ['params()', params(v.object({}))],
    ['header()', header(v.string())],
    ['dependency()', dependency({}, handler)],
  ])('rejects %s instead of an object of sources', (_, source) => {
    expect(pay({ args: source })).toThrow(
      'method "pay": args must be an object of sources, not a source. Write args: { order: params(schema) }, or one schema for each argument.',
    );
  });

  test.each([
    ['an array', [v.string()]],
    ['a function', handler],
    ['"x"', 'x'],
    ['null', null],
  ])('rejects %s instead of an object of sources', (what, args) => {
    const message = `args must be an object, not ${what}. Write one schema for each argument, such as`;
    expect(() => dependency(wrong(args), function getUser() {})).toThrow(
      `dependency "getUser": ${message}`,
    );
    expect(pay({ args })).toThrow(`method "pay": ${message}`);
  });

  test('accepts arguments with the names of members of a source', () => {
    expect(pay({ args: { kind: v.string(), schema: v.string() } })).not.toThrow();
  });
});

const NAMES = ['args', 'result', 'errors', 'summary', 'dependencies', 'maxBatchSize', 'timeout'];

test.each([
  ['arg', 'args'],
  ['sumary', 'summary'],
  ['dependency', 'dependencies'],
  ['maxBatch', 'maxBatchSize'],
  ['maxbatchsize', 'maxBatchSize'],
  ['timeOut', 'timeout'],
  ['error', 'errors'],
  ['rseult', 'result'],
])('nearestName() finds, for %s, the name %s', (misspelled, name) => {
  expect(nearestName(misspelled, NAMES)).toBe(name);
});

test.each([
  ['params', 'params'],
  ['max', 'max'],
  ['x', 'x'],
  ['an empty name', ''],
  ['handler', 'handler'],
  ['a name of 100,000 letters', 'a'.repeat(100_000)],
])('nearestName() finds no name for %s', (_, misspelled) => {
  expect(nearestName(misspelled, NAMES)).toBeUndefined();
});
