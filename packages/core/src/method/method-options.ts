import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import type { ArgumentSources } from '../di/argument-source.js';
import { type Dependency, isDependency } from '../di/dependency.js';
import type { ErrorClass } from '../errors/base-error.js';
import { errorClasses } from '../errors/unique-codes.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import {
  anything,
  flag,
  isFunction,
  listOf,
  milliseconds,
  notNegative,
  object,
  oneOf,
  type OptionKind,
  schema,
  text,
  texts,
} from '../options/option-kind.js';
import type { ExampleParams, ExampleResult, MethodExample } from './method-example.js';

/** What a method takes, gives and may answer with, and what the documents say of it. */
export interface MethodOptions<
  Sources extends ArgumentSources,
  Result extends StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[],
> {
  /** Where the handler's arguments come from. */
  readonly args?: Sources | undefined;
  /** What goes over the wire. Without it the handler's own type holds, and nothing is checked. */
  readonly result?: Result | undefined;
  /** The errors that the method answers with, beside its entrypoint's. */
  readonly errors?: Errors | undefined;
  /** Inside of the entrypoint's. */
  readonly middlewares?: readonly JsonRpcMiddleware[] | undefined;
  /** Run for their effect, before the arguments'. */
  readonly dependencies?: readonly Dependency[] | undefined;
  /** A line for the documents. */
  readonly summary?: string | undefined;
  /** For the documents, which take Markdown. */
  readonly description?: string | undefined;
  /** For the documents, after those of its entrypoint. */
  readonly tags?: readonly string[] | undefined;
  /** For the documents. Default: false. */
  readonly deprecated?: boolean | undefined;
  /** For the documents, and for the page to try it out. */
  readonly examples?:
    | readonly MethodExample<ExampleParams<NoInfer<Sources>>, ExampleResult<NoInfer<Result>>>[]
    | undefined;
  /** For the documents: where this method is served, in place of the api's own servers. */
  readonly servers?: readonly ApiServer[] | undefined;
  /** Milliseconds for one call, instead of the entrypoint's; `Infinity` for none. */
  readonly timeout?: number | undefined;
  /** In place of the entrypoint's. */
  readonly paramStructure?: ParamStructure | undefined;
  /**
   * Whether the method runs as a notification, of which the client learns no outcome. With `false`
   * a notification does not run, and is logged as a warning. Default: true.
   */
  readonly notification?: boolean | undefined;
  /** Points that a call costs where its entrypoint has a `rateLimit`; 0 is free. Default: 1. */
  readonly cost?: number | undefined;
}

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

/** A server of the documents (OpenAPI 3.1 and OpenRPC: Server Object). */
export interface ApiServer {
  /** Absolute, or relative to the document. */
  readonly url: string;
  /** For OpenRPC, which wants one. */
  readonly name?: string | undefined;
  /** For people. */
  readonly description?: string | undefined;
}
