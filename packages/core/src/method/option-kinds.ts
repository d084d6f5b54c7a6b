import { isDependency } from '../args/dependency.js';
import { errorClasses } from '../errors/unique-codes.js';
import type { OptionKinds } from '../options/check-options.js';
import {
  anything,
  flag,
  isFunction,
  listOf,
  milliseconds,
  object,
  notNegative,
  oneOf,
  type OptionKind,
  schema,
  text,
  texts,
} from '../options/option-kind.js';
import { isObject } from '../options/shown.js';
import type { MethodExample } from './method-example.js';
import type { MethodOptions } from './method.js';

export const dependencies: OptionKind = listOf({
  is: isDependency,
  noun: 'dependency',
  instead: (item) =>
    isObject(item) && typeof item['kind'] === 'string'
      ? 'wrap the source: dependency({ value: source }, ({ value }) => value)'
      : 'write dependency({ … }, function)',
});

type AnyOptions = MethodOptions<never, undefined, []>;

type SharedOption =
  | 'errors'
  | 'middlewares'
  | 'dependencies'
  | 'tags'
  | 'timeout'
  | 'paramStructure';

/** What a method and its entrypoint have in common. */
export const sharedKinds: OptionKinds<Pick<AnyOptions, SharedOption>> = {
  errors: errorClasses,
  middlewares: listOf({
    is: isFunction,
    noun: 'function',
    instead: 'write async (ctx, next) => { … }',
  }),
  dependencies,
  tags: texts,
  timeout: milliseconds,
  paramStructure: oneOf('by-name', 'by-position', 'either'),
};

export const servers: OptionKind = listOf({
  is: (value) => isObject(value) && typeof value['url'] === 'string',
  noun: 'server',
  instead: "write { url: 'https://api.bank.example' }",
});

export const exampleKinds: OptionKinds<MethodExample> = {
  name: text,
  summary: text,
  description: text,
  params: object,
  result: anything,
};

export const methodKinds: OptionKinds<AnyOptions> = {
  // By checkSources().
  args: anything,
  result: schema,
  ...sharedKinds,
  summary: text,
  description: text,
  deprecated: flag,
  notification: flag,
  examples: listOf({
    is: isObject,
    noun: 'example',
    instead: 'write { params: { … }, result: … }',
  }),
  servers,
  cost: notNegative,
};
