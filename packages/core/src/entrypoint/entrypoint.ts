import type { StandardSchemaV1 } from '@standard-schema/spec';
import { addBrand, checkVersion } from '../brand/brand.js';
import type { EntrypointInfo, JsonRpcContext } from '../context/json-rpc-context.js';
import type { ArgumentSources, ContextSource } from '../di/argument-source.js';
import { jsonRpcContext } from '../di/context-sources.js';
import type { Dependency } from '../di/dependency.js';
import type { Plan } from '../di/plan.js';
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
import { checkCodesAreFree, withErrorCodes } from '../errors/error-codes.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { IdempotencyGuard } from '../method/idempotency-guard.js';
import type { MethodOptions } from '../method/method-options.js';
import {
  type DeclaredMethod,
  defineMethod,
  type Handler,
  type HandlerResult,
  isMethod,
  type Method,
} from '../method/method.js';
import {
  type PlainHandlerOptions,
  type PlainHandlers,
  plainMethods,
  type PlainParams,
} from '../method/plain-handlers.js';
import { isObject } from '../options/describe-value.js';
import type { RateLimit } from '../rate-limit/rate-limit.js';
import type { SubscriptionOptions } from '../subscription/subscription-options.js';
import {
  type DeclaredSubscription,
  defineSubscription,
  isSubscription,
  type Subscription,
  type SubscriptionHandler,
  type YieldedEvent,
} from '../subscription/subscription.js';
import { compileSubscription } from './compile-subscription.js';
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
  static {
    addBrand(this.prototype, 'Entrypoint');
  }

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
  readonly #methodLimits = new Map<RateLimit, string>();
  readonly #subscriptions: Subscription[] = [];

  /**
   * Creates an entrypoint without methods.
   *
   * @param path an absolute path such as `/api/v1/jsonrpc`; a trailing slash is ignored
   * @param options settings that all methods of the entrypoint share, such as `timeout`, `limits`,
   *   `rateLimit`, `middlewares` and dependencies
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
      methodLimits: this.#methodLimits,
      sharedPlan: this.#plan(this.settings.messageDependencies, 'http-request'),
      connectionPlan: this.#plan(this.settings.connectionDependencies, 'connection'),
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

  /** The methods in the order in which they were registered, with those of {@link subscriptions}. */
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
   * @param name what clients send as the JSON-RPC `method`
   * @param options the sources of the arguments, the schema of the result and more; `{}` without any
   * @param handler receives all arguments as one object, and returns the result or a promise of it
   * @throws TypeError if the name is taken or reserved, an argument isn't a source, `params()` is
   *   combined with other parameters, two errors have the same code, or an option is invalid
   */
  method<
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
  ): DeclaredMethod<Name, Sources, Result, Errors | OwnErrors<EntrypointErrors>, Returned, Guard> {
    const method = defineMethod(name, options, handler);
    this.#register(method);
    return method;
  }

  /**
   * Declares a subscription, registers it and returns it. Clients subscribe over a connection. The handler
   * returns the events as an async iterable. It may also return a promise of one, which accepts the
   * subscription when it is fulfilled.
   *
   * ```ts
   * export const movements = v1.subscription(
   *   'movements',
   *   { args: { account: getAccount }, event: Movement },
   *   async function* ({ account }) {
   *     for await (const movement of watch(account.id)) yield movement;
   *   },
   * );
   * ```
   *
   * @throws TypeError if a name is taken or reserved, an argument isn't a source, the subscription uses a
   *   transaction, two errors have the same code, or an option is invalid
   */
  subscription<
    const Name extends string,
    const Yielded extends YieldedEvent<Event>,
    const Sources extends ArgumentSources = Record<never, never>,
    const Event extends StandardSchemaV1 | undefined = undefined,
    const Errors extends readonly ErrorClass[] = [],
  >(
    name: Name,
    options: SubscriptionOptions<Sources, Event, Errors>,
    handler: SubscriptionHandler<Sources, Yielded>,
  ): DeclaredSubscription<Name, Sources, Event, Errors | OwnErrors<EntrypointErrors>, Yielded> {
    const subscription = defineSubscription(name, options, handler);
    this.#registerSubscription(subscription);
    return subscription;
  }

  /** The subscriptions in the order in which they were registered. */
  get subscriptions(): readonly Subscription[] {
    return Object.freeze([...this.#subscriptions]);
  }

  /**
   * Registers methods from {@link defineMethod} and subscriptions from `defineSubscription()`. Pass an
   * iterable of them, or a module (`import * as accounts`), whose other exports are ignored.
   *
   * @throws TypeError if an item isn't a method, there are no methods, {@link method} would reject one, one
   *   is a part of a subscription, or one comes from an incompatible version of this package
   */
  addMethods(methods: Iterable<Method | Subscription> | Readonly<Record<string, unknown>>): this {
    const values = listMethods(methods);
    if (values.length === 0 || !values.every(isDeclared)) {
      throw new TypeError(
        `${this.#where}: addMethods() accepts only methods. Pass methods from defineMethod(), or a ` +
          `module that exports them.`,
      );
    }
    for (const method of values) {
      if (isSubscription(method)) {
        checkVersion(`${this.#where}: subscription "${method.name}"`, method, 'Subscription');
        this.#registerSubscription(method);
        continue;
      }
      const where = `${this.#where}: method "${method.name}"`;
      checkVersion(where, method, 'Method');
      if (method.subscribes === true) {
        throw new TypeError(`${where} is a part of a subscription. Pass the subscription.`);
      }
      this.#register(method);
    }
    return this;
  }

  /**
   * Registers a method for each function, whose `params` aren't validated. For applications that come from
   * another library; for a new method, {@link method} validates and documents its parameters.
   *
   * ```ts
   * rpc.addHandlers({ add: ([a, b]) => Number(a) + Number(b) }, { params: 'array' });
   * ```
   *
   * @throws TypeError if a value isn't a function, the object is empty, a name is taken or reserved, or an
   *   option is invalid
   */
  addHandlers<Shape extends keyof PlainParams>(
    handlers: PlainHandlers<Shape>,
    options: PlainHandlerOptions<Shape>,
  ): this {
    for (const method of plainMethods(this.#where, handlers, options)) this.#register(method);
    return this;
  }

  get #where(): string {
    return `entrypoint "${this.path}"`;
  }

  #registerSubscription(subscription: Subscription): void {
    if (this.settings.batch === 'atomic') {
      throw new TypeError(
        `${this.#where}: subscription "${subscription.name}" would hold the transaction of a batch open. ` +
          `Declare it on an entrypoint without batch: 'atomic'.`,
      );
    }
    const registered = { methods: this.#methods, subscriptions: this.#subscriptions };
    const compile = (method: Method): CompiledMethod => this.#compile(method);
    this.#add(compileSubscription(this.#where, subscription, registered, compile));
    this.#subscriptions.push(subscription);
    this.#addLimit(subscription.subscribe);
  }

  #register(method: Method): void {
    this.#add([this.#compile(method)]);
    this.#addLimit(method);
  }

  /** @throws TypeError if one of the names is taken; none of the methods is then added */
  #add(added: readonly CompiledMethod[]): void {
    const taken = added.find(({ method }) => this.#methods.has(method.name));
    if (taken !== undefined) {
      throw new TypeError(
        `${this.#where}: method "${taken.method.name}" is already registered. Rename one of them.`,
      );
    }
    for (const compiled of added) this.#methods.set(compiled.method.name, compiled);
  }

  #addLimit({ name, rateLimit }: Method): void {
    if (rateLimit === undefined || this.#methodLimits.has(rateLimit)) return;
    this.#methodLimits.set(rateLimit, name);
  }

  #compile(method: Method): CompiledMethod {
    const { settings } = this;
    const where = `method "${method.name}"`;
    const own = withErrorCodes(method.errors, settings.errorCodes);
    checkCodesAreFree(where, own, settings.errorCodes);
    mergeErrorClasses(where, settings.errors, own);
    return new CompiledMethod(method, settings);
  }

  #plan(
    dependencies: readonly Dependency[],
    scope: 'http-request' | 'connection',
  ): OverridablePlan | undefined {
    const isAtomic = scope === 'http-request' && this.settings.batch === 'atomic';
    if (dependencies.length === 0 && !isAtomic) return undefined;
    const plan = new OverridablePlan({
      where: this.#where,
      args: {},
      dependencies,
      structure: 'by-name',
      shared: [],
      scope,
      isAtomic,
    });
    if (isAtomic) checkSharedTransaction(this.#where, plan.declared);
    return plan;
  }
}

/** @throws TypeError unless the plan of an atomic entrypoint has one transaction with an executor */
function checkSharedTransaction(where: string, { steps }: Plan): void {
  const transactions = steps.flatMap(({ dependency }) =>
    dependency.isTransaction === true ? [dependency] : [],
  );
  const [transaction] = transactions;
  if (transaction === undefined || transactions.length > 1) {
    const names = transactions.map(({ name }) => `"${name}"`).join(' and ');
    throw new TypeError(
      `${where}: batch: 'atomic' needs one transaction that the calls of a batch share, but the dependencies ` +
        `contain ${names || 'none'}. Add a transactionDependency() to messageDependencies, or remove the others.`,
    );
  }
  if (transaction.executor === undefined) {
    throw new TypeError(
      `${where}: batch: 'atomic' sets a savepoint for each call, but "${transaction.name}" has no executor. Add ` +
        `the option executor to its transactionDependency().`,
    );
  }
}

/** Returns all items of an iterable, or the methods that a module exports. */
function listMethods(methods: unknown): readonly unknown[] {
  if (!isObject(methods)) return [];
  return Symbol.iterator in methods
    ? [...(methods as Iterable<unknown>)]
    : Object.values(methods).filter(isDeclared);
}

function isDeclared(value: unknown): value is Method | Subscription {
  return isMethod(value) || isSubscription(value);
}

/** An entrypoint with any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | 'subscriptions' | '~compiled'
>;
