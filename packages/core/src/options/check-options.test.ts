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

/** What the compiler refuses, and JavaScript hands in. */
const wrong = (value: unknown): never => value as never;

const handler = (): number => 1;
const pay = (options: unknown) => () => defineMethod('pay', wrong(options), handler);
const bank = (options: unknown) => () => new Entrypoint('/bank', wrong(options));
const api = (options: unknown) => () => new Api(wrong(options));
const error = (definition: unknown) => () => defineError(wrong(definition));

class Gone extends defineError({ code: 6001, message: 'Gone' }) {}

const STRUCTURES = "'by-name', 'by-position' or 'either'";
const SCHEMA = 'write one of a library with Standard Schema, as v.string()';
const DEFINE = "write defineError({ code: 6001, message: 'Not enough money' })";

describe('a value of a wrong kind is refused where it is declared', () => {
  test.each<[() => unknown, string]>([
    [
      pay({ errors: Gone }),
      'method pay: errors must be an array, not a function; write errors: [Gone]',
    ],
    [
      pay({ dependencies: {} }),
      'method pay: dependencies must be an array, not an object; write dependencies: […]',
    ],
    [
      pay({ middlewares: async function logging() {} }),
      'method pay: middlewares must be an array, not a function; write middlewares: [logging]',
    ],
    [
      pay({ middlewares: () => undefined }),
      'method pay: middlewares must be an array, not a function; write middlewares: […]',
    ],
    [pay({ tags: 'x' }), 'method pay: tags must be an array, not "x"; write tags: ["x"]'],
    [pay({ tags: [5] }), 'method pay: tags[0] is no string; write "money"'],
    [
      pay({ examples: {} }),
      'method pay: examples must be an array, not an object; write examples: […]',
    ],
    [
      pay({ examples: ['x'] }),
      'method pay: examples[0] is no example; write { params: { … }, result: … }',
    ],
    [
      pay({ servers: ['https://a.example'] }),
      "method pay: servers[0] is no server; write { url: 'https://api.bank.example' }",
    ],
    [pay({ result: null }), `method pay: result must be a schema, not null; ${SCHEMA}`],
    [pay({ summary: 5 }), 'method pay: summary must be a string, not 5'],
    [pay({ deprecated: 'yes' }), 'method pay: deprecated must be true or false, not "yes"'],
    [
      pay({ timeout: '500' }),
      'method pay: timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit, not "500"',
    ],
    [
      pay({ paramStructure: 'byName' }),
      `method pay: paramStructure must be ${STRUCTURES}, not "byName"`,
    ],
    [
      bank({ paramStructure: 'by-Name' }),
      `entrypoint /bank: paramStructure must be ${STRUCTURES}, not "by-Name"`,
    ],
    [bank({ name: 5 }), 'entrypoint /bank: name must be a string, not 5'],
    [
      bank({ errors: {} }),
      'entrypoint /bank: errors must be an array, not an object; write errors: […]',
    ],
    [
      bank({ commonDependencies: handler }),
      'entrypoint /bank: commonDependencies must be an array, not a function; write commonDependencies: [handler]',
    ],
    [
      bank({ maxBatchSize: '3' }),
      'entrypoint /bank: maxBatchSize must be a positive integer, not "3"',
    ],
    [
      bank({ schedulerFactory: {} }),
      'entrypoint /bank: schedulerFactory must be a function, not an object',
    ],
    [
      bank({ schedulerOptions: { concurrency: '9' } }),
      'entrypoint /bank: concurrency must be a positive integer or Infinity, not "9"',
    ],
    [bank({ schedulerOptions: 5 }), 'entrypoint /bank: schedulerOptions must be an object, not 5'],
    [
      bank({ requestSchema: [] }),
      `entrypoint /bank: requestSchema must be a schema, not an array; ${SCHEMA}`,
    ],
    [api({ title: v.string() }), 'Api: title must be a string, not a schema'],
    [
      api({ servers: 'https://a.example' }),
      'Api: servers must be an array, not "https://a.example"; write servers: ["https://a.example"]',
    ],
    [
      api({ logger: handler }),
      'Api: logger must be an object with the functions error and warn, not a function; write ' +
        '{ error(details, message) { … }, warn(details, message) { … } }',
    ],
    [
      error({ code: 6001 }),
      `defineError(6001): message must be a string, not undefined; ${DEFINE}`,
    ],
    [
      error({ message: 'Odd' }),
      `defineError("Odd"): code must be an integer, not undefined; ${DEFINE}`,
    ],
    [
      error({ code: '6002', message: 'Odd' }),
      `defineError("Odd"): code must be an integer, not "6002"; ${DEFINE}`,
    ],
    [error(undefined), `defineError(undefined): code must be an integer, not undefined; ${DEFINE}`],
    [
      error({ code: 6001, message: 'Odd', data: { balance: 'number' } }),
      `defineError("Odd"): data must be a schema, not an object; ${SCHEMA}`,
    ],
    [
      error({ code: 6001, message: 'Odd', errors: 5 }),
      `defineError("Odd"): errors must be a schema, not 5; ${SCHEMA}`,
    ],
    [
      () => dependency({}, function getUser() {}, wrong({ teardown: 'before' })),
      "dependency getUser: teardown must be 'after-response' or 'before-response', not \"before\"",
    ],
    [() => new Entrypoint(wrong(['/bank'])), 'it is ["/bank"]'],
    [() => new HttpError(wrong('401'), ''), 'HttpError: status must be from 400 to 599, not "401"'],
    [
      () => apiKeyHeader(wrong(undefined)),
      "apiKeyHeader(): the first argument must be the name of the header, not undefined; write apiKeyHeader('x-api-key')",
    ],
    [
      () => apiKeyHeader(wrong(v.string())),
      "apiKeyHeader(): the first argument must be the name of the header, not a schema; write apiKeyHeader('x-api-key')",
    ],
    [
      () => apiKeyCookie(wrong(type('string'))),
      "apiKeyCookie(): the first argument must be the name of the cookie, not a schema; write apiKeyCookie('session')",
    ],
  ])('%#: %s', (declare, message) => {
    expect(declare).toThrow(message);
  });

  test('of a number that is out of range it is a RangeError, of what is none a TypeError', () => {
    expect(bank({ maxBatchSize: 0 })).toThrow(RangeError);
    expect(bank({ maxBatchSize: '0' })).toThrow(TypeError);
  });

  test('undefined is as good as nothing', () => {
    expect(pay({ errors: undefined, tags: undefined, timeout: undefined })).not.toThrow();
    expect(bank({ paramStructure: undefined, maxBatchSize: undefined })).not.toThrow();
  });
});

describe('an option that there is not', () => {
  test.each([
    [
      pay({ params: {} }),
      'method pay: there is no option "params"; there are args, result, errors, middlewares, ' +
        'dependencies, tags, timeout, paramStructure, summary, description, deprecated, notification, examples, ' +
        'servers',
    ],
    [pay({ sumary: '' }), 'method pay: there is no option "sumary"; did you mean "summary"?'],
    [pay({ toString: 1 }), 'method pay: there is no option "toString"; there are'],
    [
      bank({ maxBatch: 5 }),
      'entrypoint /bank: there is no option "maxBatch"; did you mean "maxBatchSize"?',
    ],
    [
      bank({ schedulerOptions: { maxpending: 5 } }),
      'entrypoint /bank: there is no option "maxpending"; did you mean "maxPending"?',
    ],
    [api({ titel: 'Bank' }), 'Api: there is no option "titel"; did you mean "title"?'],
    [
      error({ code: 6001, message: 'Odd', dataModel: v.string() }),
      'defineError("Odd"): there is no option "dataModel"; there are code, message, data, errors, ' +
        'dataRequired, errorsRequired',
    ],
  ])('%#', (declare, message) => {
    expect(declare).toThrow(message);
  });

  test('what an entrypoint has settled are options of another', () => {
    const { settings } = new Entrypoint('/v1', { tags: ['one'], timeout: 5 });
    expect(new Entrypoint('/v2', settings).settings).toEqual(settings);
  });
});

test.each([undefined, null, 5, 'x', []])('options that are %j', (options) => {
  expect(pay(options)).toThrow(
    /^method pay: the options must be an object, not .+; write \{\} where/,
  );
});

test.each([null, 5, []])('options of an entrypoint and an api that are %j', (options) => {
  expect(bank(options)).toThrow(/^entrypoint \/bank: the options must be an object, not /);
  expect(api(options)).toThrow(/^Api: the options must be an object, not /);
});

test.each([undefined, null, 5, {}])('a method can not be named %j', (name) => {
  expect(() => defineMethod(wrong(name), {}, handler)).toThrow(
    'A method needs a name that is a string; write what callers send, as "withdraw"',
  );
});

describe('args that are no record', () => {
  test.each([v.object({}), z.object({}), type({})])('but a schema', (schema) => {
    const message =
      'args is a schema; write args: { order: params(schema) }, or one schema for each argument';
    expect(pay({ args: schema })).toThrow(`method pay: ${message}`);
    expect(() => dependency(wrong(schema), function getUser() {})).toThrow(
      `dependency getUser: ${message}`,
    );
  });

  test.each([params(v.object({})), header(v.string()), dependency({}, handler)])(
    'but one source',
    (source) => {
      expect(pay({ args: source })).toThrow(
        'method pay: args is one source; write args: { order: params(schema) }, or one schema for ' +
          'each argument',
      );
    },
  );

  test.each([
    [[v.string()], 'an array'],
    [handler, 'a function'],
    ['x', '"x"'],
    [null, 'null'],
  ])('but %j', (args, what) => {
    const message = `args must be an object, not ${what}; write one schema for each argument, as`;
    expect(() => dependency(wrong(args), function getUser() {})).toThrow(
      `dependency getUser: ${message}`,
    );
    expect(pay({ args })).toThrow(`method pay: ${message}`);
  });

  test('but an argument may have the name of what sources have', () => {
    expect(pay({ args: { kind: v.string(), schema: v.string() } })).not.toThrow();
  });
});
