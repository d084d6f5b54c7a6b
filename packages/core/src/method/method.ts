import type { StandardSchemaV1 } from '@standard-schema/spec';
import { BRAND, createBrand, hasBrand } from '../brand/brand.js';
import type { MethodRoute } from '../context/json-rpc-context.js';
import type { ArgumentSources, ArgumentValues, MethodParams } from '../di/argument-source.js';
import { checkSources } from '../di/check-sources.js';
import type { Dependency } from '../di/dependency.js';
import type { ErrorClass } from '../errors/base-error.js';
import { mergeErrorClasses } from '../errors/error-classes.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { checkOptions, frozenCopy } from '../options/check-options.js';
import { describeValue } from '../options/describe-value.js';
import type { RateLimit } from '../rate-limit/rate-limit.js';
import { durableKinds, type DurableOptions } from './durable-notifications.js';
import type { IdempotencyGuard } from './idempotency-guard.js';
import type { MethodExample } from './method-example.js';
import {
  type ApiServer,
  effectKinds,
  exampleKinds,
  type MethodEffects,
  methodKinds,
  type MethodOptions,
} from './method-options.js';

/** The types of a method, which the typed client reads. */
export interface MethodSignature {
  /** The name on the wire, as a literal type. */
  readonly name: string;
  /** The params that a caller sends. */
  readonly params: unknown;
  /** The result that a caller receives. */
  readonly result: unknown;
  /** The union of the errors that the method declares. */
  readonly error: unknown;
  /** Whether the method has the option `idempotent`. */
  readonly idempotent: boolean;
}

/** A declared method. */
export interface Method<
  out Signature extends MethodSignature = MethodSignature,
  out HandlerFunction = unknown,
> extends MethodRoute {
  /** The name on the wire. */
  readonly name: Signature['name'];
  /** The handler function. Unit tests can call it directly. */
  readonly handler: HandlerFunction;
  /** The sources of the handler's arguments. */
  readonly args: ArgumentSources;
  /** Dependencies that run for their side effects, before the dependencies of the arguments. */
  readonly dependencies: readonly Dependency[];
  /** Middlewares that run inside those of the entrypoint. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Example calls for the API schemas. */
  readonly examples: readonly MethodExample[];
  /** The servers of this method in the API schemas, instead of those of the api. */
  readonly servers: readonly ApiServer[];
  /** What a call changes; empty if nothing is declared. */
  readonly effects: MethodEffects;
  /** Responds to repeated calls with the same idempotency key; undefined without the option. */
  readonly idempotent: IdempotencyGuard | undefined;
  /** Whether notifications run, are rejected, or are stored as jobs. */
  readonly notifications: 'run' | 'reject' | DurableOptions;
  /** Limits the calls of the method; undefined if only the limit of the entrypoint applies. */
  readonly rateLimit: RateLimit | undefined;
  /** The points that a call costs if a rate limit applies to it. */
  readonly cost: number;
  /** Whether a call subscribes, so that it may have a cursor. */
  readonly subscribes?: boolean | undefined;
  /** Whether the subscription continues after a cursor instead of rejecting it. */
  readonly canResume?: boolean | undefined;
  /** Carries types only; undefined at run time. */
  readonly '~types'?: Signature | undefined;
}

/** The type that a handler may return: the input of its result schema. */
export type HandlerResult<Result> = Result extends StandardSchemaV1
  ? ReadonlyDeep<StandardSchemaV1.InferInput<Result>>
  : Anything;

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** Any value. Unlike `unknown`, it lets TypeScript 5 infer the literal `'pong'` instead of `string`. */
type Anything = Primitive | void | {};

/** Accepts the `readonly` arrays and objects that TypeScript infers for literals. */
type ReadonlyDeep<T> = unknown extends T
  ? Anything
  : T extends Primitive | BuiltIn | ((...args: never) => unknown)
    ? T
    : T extends readonly (infer Item)[]
      ? ReadonlyItems<T, Item>
      : T extends object
        ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
        : T;

/** Classes whose members a type error would list one by one. */
type BuiltIn =
  | Date
  | RegExp
  | ArrayBuffer
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

/** Maps tuples but not arrays, since mapping the array of a recursive type would never end. */
type ReadonlyItems<T extends readonly unknown[], Item> = number extends T['length']
  ? readonly ReadonlyDeep<Item>[]
  : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** The type of a result on the client. */
export type MethodResult<Result, Returned> = Result extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Result>
  : Mutable<Returned>;

/** Removes the `readonly` that TypeScript infers for literals. */
type Mutable<T> = T extends BuiltIn
  ? T
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/** The function of a method. Receives all arguments as one object. */
export type Handler<Sources, Returned> = ((
  args: ArgumentValues<Sources>,
) => Returned | Promise<Returned>) &
  Expanded;

/** A method with the types of its params, result and errors, as `method()` returns it. */
export type DeclaredMethod<
  Name extends string,
  Sources,
  Result,
  Errors,
  Returned,
  Guard = undefined,
> = Method<
  {
    readonly name: Name;
    readonly params: MethodParams<Sources>;
    readonly result: MethodResult<Result, Returned>;
    readonly error: ErrorOf<Errors> | GuardError<Guard>;
    readonly idempotent: Guard extends IdempotencyGuard ? true : false;
  },
  (args: ArgumentValues<Sources>) => Returned | Promise<Returned>
> &
  Expanded;

type GuardError<Guard> = Guard extends IdempotencyGuard<infer Errors> ? ErrorOf<Errors> : never;

/** Lets editors display the members of a type instead of its name with the types of all schemas. */
type Expanded = {};

type ErrorOf<Errors> = Errors extends readonly (infer Class)[] ? InstanceOf<Class> : never;

type InstanceOf<Class> = Class extends new (...args: never) => infer Instance ? Instance : never;

/**
 * Declares a method without an entrypoint, for example to split methods over several files. Register it
 * with `entrypoint.addMethods()`:
 *
 * ```ts
 * export const ping = defineMethod('ping', { result: v.literal('pong') }, () => 'pong');
 * // elsewhere
 * import * as health from './health.js';
 * v1.addMethods(health);
 * ```
 *
 * @param name what clients send as the JSON-RPC `method`
 * @param options the sources of the arguments, the schema of the result and more; `{}` without any
 * @param handler receives all arguments as one object, and returns the result or a promise of it
 * @throws TypeError if the name is reserved, an argument isn't a source, two errors have the same code,
 *   or an option is invalid
 */
export function defineMethod<
  const Name extends string,
  const Returned extends HandlerResult<Result>,
  const Sources extends ArgumentSources = Record<never, never>,
  const Result extends StandardSchemaV1 | undefined = undefined,
  const Errors extends readonly ErrorClass[] = [],
  Guard extends IdempotencyGuard | undefined = undefined,
>(
  name: Name,
  options: MethodOptions<Sources, Result, Errors, Guard>,
  handler: Handler<Sources, Returned>,
): DeclaredMethod<Name, Sources, Result, Errors, Returned, Guard> {
  checkName(name);
  const where = `method "${name}"`;
  if (typeof handler !== 'function') {
    throw new TypeError(
      `${where}: the third argument must be the handler function. Pass {} as the second argument if ` +
        `the method needs no options.`,
    );
  }
  checkOptions(where, options, methodKinds);
  for (const [index, example] of (options.examples ?? []).entries()) {
    checkOptions(`${where}: examples[${index}]`, example, exampleKinds);
  }
  if (options.effects !== undefined)
    checkOptions(`${where}: effects`, options.effects, effectKinds);
  const { notifications = 'run' } = options;
  if (typeof notifications === 'object')
    checkOptions(`${where}: notifications`, notifications, durableKinds);
  if (options.args !== undefined) checkSources(where, options.args);
  return Object.freeze({
    [BRAND]: createBrand('Method'),
    name,
    handler,
    args: options.args ?? {},
    result: options.result,
    errors: frozenCopy(
      mergeErrorClasses(where, options.errors ?? [], options.idempotent?.errors ?? []),
    ),
    middlewares: frozenCopy(options.middlewares),
    dependencies: frozenCopy(options.dependencies),
    summary: options.summary,
    description: options.description,
    tags: frozenCopy(options.tags),
    deprecated: options.deprecated ?? false,
    examples: frozenCopy(options.examples),
    servers: frozenCopy(options.servers),
    timeout: options.timeout,
    paramStructure: options.paramStructure,
    notifications:
      typeof notifications === 'object' ? Object.freeze({ ...notifications }) : notifications,
    effects: Object.freeze({ ...options.effects }),
    idempotent: options.idempotent,
    rateLimit: options.rateLimit,
    cost: options.cost ?? 1,
  });
}

/** @param name of any type, from callers without types */
function checkName(name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `The name of a method must be a non-empty string, not ${describeValue(name)}. Write the name that ` +
        `clients send, such as "withdraw".`,
    );
  }
  if (!name.startsWith('rpc.')) return;
  throw new TypeError(
    `method "${name}": names that begin with "rpc." are reserved. Choose another name.`,
  );
}

export function isMethod(value: unknown): value is Method {
  return hasBrand(value, 'Method');
}

/** The reserved names (JSON-RPC 2.0, section 8) that the framework implements. */
export type BuiltInName = 'rpc.discover';

/** Creates a method with a reserved name and without parameters. */
export function builtIn(name: BuiltInName, handler: () => unknown): Method {
  return { ...defineMethod('built-in', {}, handler), name };
}
