import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { EntrypointInfo, JsonRpcContext } from '../context/json-rpc-context.js';
import type { ArgumentSources, ContextSource } from '../di/argument-source.js';
import { jsonRpcContext } from '../di/context-sources.js';
import type { Dependency } from '../di/dependency.js';
import { OverridablePlan } from '../di/overridable-plan.js';
import type { ErrorClass } from '../errors/base-error.js';
import {
  InternalError,
  InvalidParams,
  InvalidRequest,
  MethodNotFound,
  ParseError,
} from '../errors/standard-errors.js';
import { uniqueCodes } from '../errors/unique-codes.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { MethodOptions } from '../method/method-options.js';
import {
  type DeclaredMethod,
  defineMethod,
  type Handler,
  type HandlerResult,
  isMethod,
  type Method,
} from '../method/method.js';
import { isObject } from '../options/describe-value.js';
import type { CompiledEntrypoint } from './compiled-entrypoint.js';
import {
  checkPath,
  type EntrypointOptions,
  type EntrypointSettings,
  resolveEntrypointOptions,
} from './entrypoint-options.js';

/** The envelope that a request schema describes, with the four members of every request. */
export type EnvelopeOf<Schema> =
  Schema extends StandardSchemaV1<unknown, infer Output> ? Output & JsonRpcRequest : JsonRpcRequest;

/** The classes of `Entrypoint.defaultErrors`. */
export type DefaultErrors = readonly [
  typeof InvalidParams,
  typeof MethodNotFound,
  typeof ParseError,
  typeof InvalidRequest,
  typeof InternalError,
];

/** The option `errors` as far as its type is known: without the option, the default errors. */
type KnownErrors<Errors extends readonly ErrorClass[]> = ErrorClass extends Errors[number]
  ? DefaultErrors
  : Errors;

/**
 * The errors that an entrypoint's methods carry in their types: without the default ones, which any
 * call may fail with, and which would hide the others in an editor.
 */
type OwnErrors<Errors extends readonly ErrorClass[]> = ErrorClass extends Errors[number]
  ? readonly []
  : readonly Exclude<Errors[number], DefaultErrors[number]>[];

/**
 * The union of the errors that an entrypoint lists for every method:
 *
 * ```ts
 * export type BankError = EntrypointError<typeof v1>;
 * ```
 *
 * Methods of `entrypoint.method()` carry them in their types. Those of `defineMethod()`, which know no
 * entrypoint, get them as the second type argument of the client: `createClient<typeof methods, BankError>`.
 */
export type EntrypointError<Of> =
  Of extends Entrypoint<StandardSchemaV1 | undefined, infer Errors>
    ? InstanceType<KnownErrors<Errors>[number]>
    : never;

/**
 * One URL path with its methods.
 *
 * ```ts
 * export const v1 = new Entrypoint('/api/v1/jsonrpc', { middlewares: [logging] });
 * ```
 */
export class Entrypoint<
  const Schema extends StandardSchemaV1 | undefined = undefined,
  const out EntrypointErrors extends readonly ErrorClass[] = readonly ErrorClass[],
> implements EntrypointInfo {
  /** The errors of every method where the option `errors` says nothing else. */
  static readonly defaultErrors: DefaultErrors = Object.freeze([
    InvalidParams,
    MethodNotFound,
    ParseError,
    InvalidRequest,
    InternalError,
  ]);

  /** The URL path, without a trailing slash. */
  readonly path: string;
  /** Its name in the documents. */
  readonly name: string;
  /** The options with their defaults. */
  readonly settings: EntrypointSettings;
  /** Types only; never there at run time. */
  declare readonly '~types'?: { readonly errors: EntrypointErrors } | undefined;
  /** For the api: {@link compiledEntrypoint}. */
  readonly '~compiled': unknown;
  readonly #methods = new Map<string, CompiledMethod>();

  /**
   * One URL path with its methods.
   *
   * @param path absolute, as `/api/v1/jsonrpc`; a trailing slash is the same path
   * @throws TypeError or RangeError where an option can't be used; the message names it
   */
  constructor(
    path: string,
    options: EntrypointOptions<EnvelopeOf<Schema>, Schema, EntrypointErrors> = {},
  ) {
    this.path = checkPath(path);
    this.settings = resolveEntrypointOptions(this.#where, Entrypoint.defaultErrors, options);
    this.name = options.name ?? 'entrypoint';
    const compiled: CompiledEntrypoint = {
      methods: this.#methods,
      sharedPlan: this.#planShared(),
    };
    this['~compiled'] = compiled;
  }

  /** The call's context, typed by this entrypoint's request schema, as an argument source. */
  get jsonRpcContext(): ContextSource<JsonRpcContext<EnvelopeOf<Schema>>> {
    // Methods of this entrypoint are called with envelopes that its schema has validated.
    return jsonRpcContext as ContextSource<JsonRpcContext<EnvelopeOf<Schema>>>;
  }

  /** The registered methods in the order of their declaration. */
  get methods(): readonly Method[] {
    return Object.freeze(Array.from(this.#methods.values(), ({ method }) => method));
  }

  /**
   * Declares a method and registers it.
   *
   * ```ts
   * export const ping = v1.method('ping', { result: v.literal('pong') }, () => 'pong');
   * ```
   *
   * @throws TypeError where the name is taken or reserved, an argument has no source, `params()`
   *   stands beside other parameters, or two errors have one code; the message names method and
   *   argument
   */
  method<
    const Name extends string,
    const Returned extends HandlerResult<Result>,
    const Sources extends ArgumentSources = Record<never, never>,
    const Result extends StandardSchemaV1 | undefined = undefined,
    const Errors extends readonly ErrorClass[] = [],
  >(
    name: Name,
    options: MethodOptions<Sources, Result, Errors>,
    handler: Handler<Sources, Returned>,
  ): DeclaredMethod<Name, Sources, Result, Errors | OwnErrors<EntrypointErrors>, Returned> {
    const method = defineMethod(name, options, handler);
    this.#register(method);
    return method;
  }

  /**
   * Registers methods that {@link defineMethod} made: several, or a module of them
   * (`import * as accounts`), whose other exports are left alone.
   *
   * @throws TypeError as {@link method} does, and where there is no method among them
   */
  addMethods(methods: Iterable<Method> | Readonly<Record<string, unknown>>): this {
    const values = methodsIn(methods);
    if (values.length === 0 || !values.every(isMethod)) {
      throw new TypeError(
        `${this.#where}: addMethods() was given no method; give it what defineMethod() makes, or a ` +
          `module that exports such`,
      );
    }
    for (const method of values) this.#register(method);
    return this;
  }

  get #where(): string {
    return `entrypoint ${this.path}`;
  }

  #register(method: Method): void {
    if (this.#methods.has(method.name)) {
      throw new TypeError(
        `${this.#where}: there is a method ${method.name} already; give one of them another name`,
      );
    }
    const { errors, commonDependencies, dependencies, middlewares, timeout, paramStructure } =
      this.settings;
    uniqueCodes(`method ${method.name}`, errors, method.errors);
    const compiled = new CompiledMethod(method, {
      dependencies: commonDependencies,
      shared: dependencies,
      structure: paramStructure,
      middlewares,
      timeout,
    });
    this.#methods.set(method.name, compiled);
  }

  #planShared(): OverridablePlan | undefined {
    const { dependencies } = this.settings;
    if (dependencies.length === 0) return undefined;
    return new OverridablePlan({
      where: this.#where,
      args: {},
      dependencies,
      structure: 'by-name',
      shared: NONE,
      scope: 'http-request',
    });
  }
}

/** All items of an iterable, or those of a module's exports that are methods. */
function methodsIn(methods: unknown): readonly unknown[] {
  if (!isObject(methods)) return [];
  return Symbol.iterator in methods
    ? [...(methods as Iterable<unknown>)]
    : Object.values(methods).filter(isMethod);
}

const NONE: readonly Dependency[] = [];

/** An entrypoint of any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | '~compiled'
>;
