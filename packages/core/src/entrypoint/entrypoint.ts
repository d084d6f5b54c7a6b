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
import { mergeErrorClasses } from '../errors/error-classes.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import type { CallRecorder } from '../method/call-recorder.js';
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

/** The type of a request object that `requestSchema` has validated, with the members of JSON-RPC. */
export type EnvelopeOf<Schema> =
  Schema extends StandardSchemaV1<unknown, infer Output> ? Output & JsonRpcRequest : JsonRpcRequest;

/** The type of `Entrypoint.defaultErrors`. */
export type DefaultErrors = readonly [
  typeof InvalidParams,
  typeof MethodNotFound,
  typeof ParseError,
  typeof InvalidRequest,
  typeof InternalError,
];

/** The classes in the option `errors`, or the default errors if it isn't set. */
type KnownErrors<Errors extends readonly ErrorClass[]> = ErrorClass extends Errors[number]
  ? DefaultErrors
  : Errors;

/**
 * The errors of an entrypoint that appear in the types of its methods. Omits the default errors,
 * because any call may fail with them, and they would hide the others in an editor.
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
 * The types of methods from `entrypoint.method()` include these errors. For methods from
 * `defineMethod()`, pass them to the client as the second type argument: `createClient<typeof methods,
 * BankError>`.
 */
export type EntrypointError<Of> =
  Of extends Entrypoint<StandardSchemaV1 | undefined, infer Errors>
    ? InstanceType<KnownErrors<Errors>[number]>
    : never;

/**
 * A URL path with its methods.
 *
 * ```ts
 * export const v1 = new Entrypoint('/api/v1/jsonrpc', { middlewares: [logging] });
 * ```
 */
export class Entrypoint<
  const Schema extends StandardSchemaV1 | undefined = undefined,
  const out EntrypointErrors extends readonly ErrorClass[] = readonly ErrorClass[],
> implements EntrypointInfo {
  /** The default of the option `errors`. */
  static readonly defaultErrors: DefaultErrors = Object.freeze([
    InvalidParams,
    MethodNotFound,
    ParseError,
    InvalidRequest,
    InternalError,
  ]);

  /** The URL path, without a trailing slash. */
  readonly path: string;
  /** The name in the API schemas. */
  readonly name: string;
  /** The options with defaults applied. */
  readonly settings: EntrypointSettings;
  /** Carries types only; undefined at run time. */
  declare readonly '~types'?: { readonly errors: EntrypointErrors } | undefined;
  /** Read by {@link compiledEntrypoint}. */
  readonly '~compiled': unknown;
  readonly #methods = new Map<string, CompiledMethod>();

  /**
   * Creates an entrypoint without methods.
   *
   * @param path an absolute path such as `/api/v1/jsonrpc`; a trailing slash is ignored
   * @throws TypeError or RangeError if the path or an option is invalid
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

  /**
   * An argument source for the context of the call, whose request has the type that `requestSchema`
   * describes.
   */
  get jsonRpcContext(): ContextSource<JsonRpcContext<EnvelopeOf<Schema>>> {
    // Methods of this entrypoint only receive requests that `requestSchema` has validated.
    return jsonRpcContext as ContextSource<JsonRpcContext<EnvelopeOf<Schema>>>;
  }

  /** The methods in the order in which they were registered. */
  get methods(): readonly Method[] {
    return Object.freeze(Array.from(this.#methods.values(), ({ method }) => method));
  }

  /**
   * Declares a method, registers it and returns it. Clients call it by its name.
   *
   * ```ts
   * export const ping = v1.method('ping', { result: v.literal('pong') }, () => 'pong');
   * ```
   *
   * @throws TypeError if the name is taken or reserved, an argument isn't a source, `params()` is
   *   combined with other parameters, two errors have the same code, or an option is invalid
   */
  method<
    const Name extends string,
    const Returned extends HandlerResult<Result>,
    const Sources extends ArgumentSources = Record<never, never>,
    const Result extends StandardSchemaV1 | undefined = undefined,
    const Errors extends readonly ErrorClass[] = [],
    Recorder extends CallRecorder | undefined = undefined,
  >(
    name: Name,
    options: MethodOptions<Sources, Result, Errors, Recorder>,
    handler: Handler<Sources, Returned>,
  ): DeclaredMethod<
    Name,
    Sources,
    Result,
    Errors | OwnErrors<EntrypointErrors>,
    Returned,
    Recorder
  > {
    const method = defineMethod(name, options, handler);
    this.#register(method);
    return method;
  }

  /**
   * Registers methods from {@link defineMethod}. Pass an iterable of methods, or a module
   * (`import * as accounts`), whose other exports are ignored.
   *
   * @throws TypeError if an item isn't a method, there are no methods, or {@link method} would reject
   *   one
   */
  addMethods(methods: Iterable<Method> | Readonly<Record<string, unknown>>): this {
    const values = listMethods(methods);
    if (values.length === 0 || !values.every(isMethod)) {
      throw new TypeError(
        `${this.#where}: addMethods() accepts only methods. Pass methods from defineMethod(), or a ` +
          `module that exports them.`,
      );
    }
    for (const method of values) this.#register(method);
    return this;
  }

  get #where(): string {
    return `entrypoint "${this.path}"`;
  }

  #register(method: Method): void {
    if (this.#methods.has(method.name)) {
      throw new TypeError(
        `${this.#where}: method "${method.name}" is already registered. Rename one of them.`,
      );
    }
    const { errors, commonDependencies, dependencies, middlewares, timeout, paramStructure } =
      this.settings;
    mergeErrorClasses(`method "${method.name}"`, errors, method.errors);
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

/** Returns all items of an iterable, or the methods that a module exports. */
function listMethods(methods: unknown): readonly unknown[] {
  if (!isObject(methods)) return [];
  return Symbol.iterator in methods
    ? [...(methods as Iterable<unknown>)]
    : Object.values(methods).filter(isMethod);
}

const NONE: readonly Dependency[] = [];

/** An entrypoint with any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | '~compiled'
>;
