import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import type { ArgumentSources, MethodParams } from '../di/argument-source.js';
import { type Dependency, isDependency } from '../di/dependency.js';
import type { ErrorClass } from '../errors/base-error.js';
import { errorClasses } from '../errors/error-classes.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import {
  anything,
  flag,
  isFunction,
  listOf,
  timeLimit,
  notNegative,
  object,
  oneOf,
  type OptionKind,
  schema,
  text,
  texts,
} from '../options/option-kind.js';
import { type RateLimit, rateLimitKind } from '../rate-limit/rate-limit.js';
import type { DurableOptions } from './durable-notifications.js';
import { type IdempotencyGuard, idempotencyGuard } from './idempotency-guard.js';
import type { ExampleParams, ExampleResult, MethodExample } from './method-example.js';

/** Options of a method. */
export interface MethodOptions<
  Sources extends ArgumentSources,
  Result extends StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[],
  Guard extends IdempotencyGuard | undefined = undefined,
> {
  /**
   * The handler's arguments by name. Each is a schema, which reads the JSON-RPC param with this name, or
   * another source: a `dependency()`, a `resource()`, a `header()`, `httpRequest` and so on.
   *
   * ```ts
   * { args: { amount: v.number(), db: database, user: getUser } }
   * ```
   */
  readonly args?: Sources | undefined;
  /** Validates the result. Without it, the result has the type that the handler returns. */
  readonly result?: Result | undefined;
  /** The errors that the method throws, in addition to those of its entrypoint. */
  readonly errors?: Errors | undefined;
  /** Middlewares that run inside those of the entrypoint. The first one is the outermost. */
  readonly middlewares?: readonly JsonRpcMiddleware[] | undefined;
  /**
   * Dependencies that run for their side effects, before the dependencies of the arguments. To pass the
   * value of a dependency to the handler, add it to `args` instead.
   */
  readonly dependencies?: readonly Dependency[] | undefined;
  /** One line for the API schemas. */
  readonly summary?: string | undefined;
  /** A description for the API schemas, in Markdown. */
  readonly description?: string | undefined;
  /** Tags for the API schemas, added to those of the entrypoint. */
  readonly tags?: readonly string[] | undefined;
  /** Whether the API schemas mark the method as deprecated. Default: false. */
  readonly deprecated?: boolean | undefined;
  /** Example calls for the API schemas and the API reference page. */
  readonly examples?:
    | readonly MethodExample<ExampleParams<NoInfer<Sources>>, ExampleResult<NoInfer<Result>>>[]
    | undefined;
  /** The servers of this method in the API schemas, instead of those of the api. */
  readonly servers?: readonly ApiServer[] | undefined;
  /**
   * The time limit for each call in milliseconds, without the time that it waits for its turn; `Infinity` for
   * no limit. A call that takes longer fails with RequestTimeout, and its `signal` is aborted. A handler that ignores the signal keeps running.
   * Default: the timeout of the entrypoint.
   */
  readonly timeout?: number | undefined;
  /** How clients send `params`. Default: the structure of the entrypoint. */
  readonly paramStructure?: ParamStructure | undefined;
  /**
   * What happens to notifications of the method:
   *
   * - `'run'` runs them. They are lost if the process ends. The default.
   * - `'reject'` doesn't run them, and logs a warning.
   * - `{ queue }` stores them as jobs before the client gets 204. See {@link DurableOptions}.
   */
  readonly notifications?:
    | 'run'
    | 'reject'
    | DurableOptions<MethodParams<NoInfer<Sources>>>
    | undefined;
  /**
   * What a call changes. Clients such as AI agents use this to decide whether to ask the user before a
   * call, and whether to retry it. Default: unknown.
   */
  readonly effects?: MethodEffects | undefined;
  /**
   * Records the response of each call with an idempotency key, in the transaction of the call. A
   * repeated call with the same key gets the recorded response, and the handler doesn't run again. Pass
   * a value from `idempotentCalls()` of `@jsonrpc-kit/durable`. Default: calls with an idempotency key
   * are rejected.
   */
  readonly idempotent?: Guard | undefined;
  /**
   * Limits the calls of the method per caller and period, in addition to the limit of its entrypoint,
   * with `rateLimit()` of `@jsonrpc-kit/core/rate-limit`. Methods that have the same value share its
   * points. Default: no other limit.
   */
  readonly rateLimit?: RateLimit | undefined;
  /** The points that a call costs if a `rateLimit` applies to it; 0 is free. Default: 1. */
  readonly cost?: number | undefined;
}

/**
 * What a call of a method changes. These are only hints: a client should rely on them only if it trusts
 * the server. They become the tool annotations of MCP.
 */
export interface MethodEffects {
  /** Whether a call changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** Whether a call may delete or overwrite something, rather than only add to it. */
  readonly destructive?: boolean | undefined;
  /** Whether a second call with the same parameters changes nothing more. */
  readonly repeatable?: boolean | undefined;
  /** Whether a call reaches systems outside of the server's own, such as the web. */
  readonly openWorld?: boolean | undefined;
}

export const dependencies: OptionKind = listOf({
  is: isDependency,
  must: 'a dependency',
  advice: (_, item) =>
    isObject(item) && typeof item['kind'] === 'string'
      ? 'Wrap the source: dependency({ value: source }, ({ value }) => value).'
      : 'Write dependency({ … }, function).',
});

type AnyOptions = MethodOptions<never, undefined, [], IdempotencyGuard>;

type SharedOption = 'errors' | 'middlewares' | 'tags' | 'timeout' | 'paramStructure';

/** The options that methods and entrypoints share. */
export const sharedKinds: OptionKinds<Pick<AnyOptions, SharedOption>> = {
  errors: errorClasses,
  middlewares: listOf({
    is: isFunction,
    must: 'a function',
    advice: 'Write async (ctx, next) => { … }.',
  }),
  tags: texts,
  timeout: timeLimit,
  paramStructure: oneOf('by-name', 'by-position', 'either'),
};

export const servers: OptionKind = listOf({
  is: (value) => isObject(value) && typeof value['url'] === 'string',
  must: 'a server',
  advice: "Write { url: 'https://api.bank.example' }.",
});

export const exampleKinds: OptionKinds<MethodExample> = {
  name: text,
  summary: text,
  description: text,
  params: object,
  result: anything,
};

export const effectKinds: OptionKinds<MethodEffects> = {
  readOnly: flag,
  destructive: flag,
  repeatable: flag,
  openWorld: flag,
};

export const methodKinds: OptionKinds<AnyOptions> = {
  // Checked by checkSources().
  args: anything,
  result: schema,
  dependencies,
  ...sharedKinds,
  summary: text,
  description: text,
  deprecated: flag,
  // Objects are checked by checkOptions() with durableKinds.
  notifications: {
    is: (value) => value === 'run' || value === 'reject' || isObject(value),
    must: "'run', 'reject' or an object with a queue",
  },
  examples: listOf({
    is: isObject,
    must: 'an example',
    advice: 'Write { params: { … }, result: … }.',
  }),
  servers,
  // Checked by checkOptions() with effectKinds.
  effects: object,
  idempotent: idempotencyGuard,
  rateLimit: rateLimitKind,
  cost: notNegative,
};

/** A server in the API schemas (OpenAPI 3.1 and OpenRPC: Server Object). */
export interface ApiServer {
  /** An absolute URL, or one relative to the API schema. */
  readonly url: string;
  /** The name, which OpenRPC requires. Default: the name of the entrypoint. */
  readonly name?: string | undefined;
  /** A description of the server. */
  readonly description?: string | undefined;
}
