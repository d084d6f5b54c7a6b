import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { MethodRoute } from '../context/json-rpc-context.js';
import type { ArgumentSources, ArgumentValues, MethodParams } from '../di/argument-source.js';
import { checkSources } from '../di/check-sources.js';
import type { Dependency } from '../di/dependency.js';
import type { ErrorClass } from '../errors/base-error.js';
import { uniqueCodes } from '../errors/unique-codes.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { checkOptions, frozenCopy } from '../options/check-options.js';
import type { MethodExample } from './method-example.js';
import { type ApiServer, exampleKinds, methodKinds, type MethodOptions } from './method-options.js';

/** What a method looks like from outside, for the compiler: the typed client reads it. */
export interface MethodSignature {
  /** The wire's `method`, as a literal type. */
  readonly name: string;
  /** What a caller sends. */
  readonly params: unknown;
  /** What a caller gets. */
  readonly result: unknown;
  /** The union of the errors that the method declares. */
  readonly error: unknown;
}

/** A declared method. */
export interface Method<
  out Signature extends MethodSignature = MethodSignature,
  out HandlerFunction = unknown,
> extends MethodRoute {
  /** The wire's `method`. */
  readonly name: Signature['name'];
  /** The handler itself, to be called directly in a unit test. */
  readonly handler: HandlerFunction;
  /** Where the handler's arguments come from. */
  readonly args: ArgumentSources;
  /** Run for their effect, before the arguments'. */
  readonly dependencies: readonly Dependency[];
  /** Inside of the entrypoint's. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** For the documents. */
  readonly examples: readonly MethodExample[];
  /** For the documents: where it is served, in place of the api's own servers. */
  readonly servers: readonly ApiServer[];
  /** Points that a call costs where its entrypoint has a rate limit. */
  readonly cost: number;
  /** Types only; never there at run time. */
  readonly '~types'?: Signature | undefined;
}

/** What a handler may return: what its result schema takes, at once or as a promise. */
export type HandlerResult<Result> = Result extends StandardSchemaV1
  ? ReadonlyDeep<StandardSchemaV1.InferInput<Result>>
  : Anything;

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** `unknown`, but naming primitives makes TypeScript 5 infer the literal `'pong'` instead of `string`. */
type Anything = Primitive | void | {};

/** Inferring literals makes `readonly` of `[1, 2]`, which a mutable array would refuse. */
type ReadonlyDeep<T> = unknown extends T
  ? Anything
  : T extends Primitive | ((...args: never) => unknown)
    ? T
    : T extends readonly (infer Item)[]
      ? ReadonlyItems<T, Item>
      : T extends object
        ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
        : T;

/** An array is not mapped, as a tuple is: of a recursive type that would never end. */
type ReadonlyItems<T extends readonly unknown[], Item> = number extends T['length']
  ? readonly ReadonlyDeep<Item>[]
  : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** A result as the client gets it. */
export type MethodResult<Result, Returned> = Result extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Result>
  : Mutable<Returned>;

/** Without `readonly`, which inferring literals brings along. */
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** A method's function: one record of its arguments, and the result or a promise of it. */
export type Handler<Sources, Returned> = ((
  args: ArgumentValues<Sources>,
) => Returned | Promise<Returned>) &
  Shown;

/** What `method()` gives: the method, and for the compiler what it takes, gives and fails with. */
export type DeclaredMethod<Name extends string, Sources, Result, Errors, Returned> = Method<
  {
    readonly name: Name;
    readonly params: MethodParams<Sources>;
    readonly result: MethodResult<Result, Returned>;
    readonly error: Errors extends readonly (infer Class)[] ? ErrorOf<Class> : never;
  },
  (args: ArgumentValues<Sources>) => Returned | Promise<Returned>
> &
  Shown;

/** Has editors show what a type says, and not its name with the schemas that it is made of. */
type Shown = {};

type ErrorOf<Class> = Class extends new (...args: never) => infer Instance ? Instance : never;

/**
 * Declares a method that belongs to no entrypoint yet, for methods that are split over files:
 *
 * ```ts
 * export const ping = defineMethod('ping', { result: v.literal('pong') }, () => 'pong');
 * // elsewhere
 * import * as health from './health.js';
 * v1.addMethods(health);
 * ```
 *
 * @throws TypeError where the name is reserved, an argument has no source, or two errors have one
 *   code; the message names the method and the argument
 */
export function defineMethod<
  const Name extends string,
  const Returned extends HandlerResult<Result>,
  const Sources extends ArgumentSources = Record<never, never>,
  const Result extends StandardSchemaV1 | undefined = undefined,
  const Errors extends readonly ErrorClass[] = [],
>(
  name: Name,
  options: MethodOptions<Sources, Result, Errors>,
  handler: Handler<Sources, Returned>,
): DeclaredMethod<Name, Sources, Result, Errors, Returned> {
  checkName(name);
  const where = `method ${name}`;
  if (typeof handler !== 'function') {
    throw new TypeError(
      `${where}: the third argument must be the handler function; write {} as the second where ` +
        `there are no options`,
    );
  }
  checkOptions(where, options, methodKinds);
  for (const [index, example] of (options.examples ?? []).entries()) {
    checkOptions(`${where}: examples[${index}]`, example, exampleKinds);
  }
  if (options.args !== undefined) checkSources(where, options.args);
  return Object.freeze({
    name,
    handler,
    args: options.args ?? {},
    result: options.result,
    errors: frozenCopy(uniqueCodes(where, options.errors ?? [])),
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
    notification: options.notification ?? true,
    cost: options.cost ?? 1,
  });
}

/** @param name that a caller without types may have left out */
function checkName(name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `A method needs a name that is ${typeof name === 'string' ? 'not empty' : 'a string'}; write ` +
        `what callers send, as "withdraw"`,
    );
  }
  if (!name.startsWith('rpc.')) return;
  throw new TypeError(`method ${name}: names that begin with "rpc." are reserved; choose another`);
}

export function isMethod(value: unknown): value is Method {
  const method = value as Partial<Method> | null | undefined;
  return (
    typeof method === 'object' &&
    method !== null &&
    typeof method.name === 'string' &&
    typeof method.handler === 'function' &&
    Array.isArray(method.dependencies)
  );
}

/** The names that JSON-RPC 2.0 (4.1) reserves, and that are answered here. */
export type BuiltInName = 'rpc.discover';

/** A method of a reserved name, without parameters. */
export function builtIn(name: BuiltInName, handler: () => unknown): Method {
  return { ...defineMethod('built-in', {}, handler), name };
}
