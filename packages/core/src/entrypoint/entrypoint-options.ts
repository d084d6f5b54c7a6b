import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Dependency, NoParams } from '../di/dependency.js';
import type { ParamStructure } from '../context/json-rpc-context.js';
import { CountingScheduler, type SchedulerFactory } from '../scheduling/scheduler.js';
import type { ErrorClass } from '../errors/base-error.js';
import { mergeErrorClasses } from '../errors/error-classes.js';
import { checkCodesAreFree, checkErrorCodes, withErrorCodes } from '../errors/error-codes.js';
import type { MapError } from '../errors/map-error.js';
import { dependencies, sharedKinds } from '../method/method-options.js';
import { checkRoutePath, withoutTrailingSlash } from '../http/route-path.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { checkOptions, type OptionKinds, frozenCopy } from '../options/check-options.js';
import {
  callback,
  flag,
  object,
  oneOf,
  positiveOrInfinity,
  schema,
  text,
} from '../options/option-kind.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import type { ErrorCodes } from '../jsonrpc/response.js';
import { type RateLimit, rateLimitKind } from '../rate-limit/rate-limit.js';
import {
  type BackgroundTaskOptions,
  type EntrypointLimits,
  resolveBackgroundTaskOptions,
  type ResolvedLimits,
  resolveLimits,
} from './limits.js';
import { checkRequestSchema } from './request-schema.js';

/** Whether the calls of a batch run concurrently, or one after another in request order. */
export type BatchOrder = 'concurrent' | 'sequential';

/** Whether the calls of a batch are independent, or all or nothing in one transaction. */
export type BatchKind = 'independent' | 'atomic';

/** Whether a request object with members that JSON-RPC doesn't define is rejected. */
export type UnknownMembers = 'reject' | 'ignore';

/** Options of an {@link Entrypoint}. */
export interface EntrypointOptions<
  Request extends JsonRpcRequest = JsonRpcRequest,
  Schema extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[] = readonly ErrorClass[],
> {
  /** The name in the API schemas, where entrypoints with one name show their paths. Default: `'entrypoint'`. */
  readonly name?: string | undefined;
  /**
   * The errors that every method may return, in the API schemas and in the client's types. Default:
   * `Entrypoint.defaultErrors`.
   */
  readonly errors?: Errors | undefined;
  /**
   * Other codes for standard errors, such as `{ LimitExceeded: -32050 }`, where clients know the number as
   * another error. The typed client retries and resumes by the default codes. Default: none.
   */
  readonly errorCodes?: ErrorCodes | undefined;
  /**
   * Converts errors of the application, such as those of a library, to typed errors. Called only for a
   * failure that is neither a typed error nor an `HttpError`. If it returns undefined, the `mapError` of
   * the api is called. Default: such a failure is InternalError.
   */
  readonly mapError?: MapError | undefined;
  /**
   * Dependencies that are resolved once per message, and therefore once per batch. They can't read
   * JSON-RPC parameters.
   */
  readonly messageDependencies?: readonly Dependency<unknown, NoParams>[] | undefined;
  /** Dependencies that are resolved once per call. They can read JSON-RPC parameters. */
  readonly commonDependencies?: readonly Dependency[] | undefined;
  /**
   * Dependencies that are resolved once per connection, before it is opened, and live as long as the
   * connection. They can't read JSON-RPC parameters. An `HttpError` rejects the connection. Calls on the
   * connection use their values; other calls resolve the same dependencies themselves.
   */
  readonly connectionDependencies?: readonly Dependency<unknown, NoParams>[] | undefined;
  /** Middlewares that run around every call. The first one is the outermost. */
  readonly middlewares?: readonly JsonRpcMiddleware<Request>[] | undefined;
  /** Validates a request object with additional members. By default, such members are rejected. */
  readonly requestSchema?: Schema | undefined;
  /**
   * Whether a request object with members that JSON-RPC doesn't define gets InvalidRequest. `'ignore'` is
   * for clients that add such members, and costs nothing. Can't be combined with `requestSchema`, which
   * decides by itself. Default: `'reject'`.
   */
  readonly unknownMembers?: UnknownMembers | undefined;
  /**
   * Whether the API schemas include the entrypoint. If false, it has neither `rpc.discover` nor
   * `{path}/openrpc.json`. Default: true.
   */
  readonly includeInSchemas?: boolean | undefined;
  /**
   * Whether each method is also available at `POST {path}/{method}`. Set it to false if middleware of
   * your framework reads the method from the body, for example to check a token: in a request to the
   * path of a method, the body may omit it. Default: true.
   */
  readonly methodRoutes?: boolean | undefined;
  /** Tags for the API schemas, added before those of each method. */
  readonly tags?: readonly string[] | undefined;
  /**
   * How many calls may run at once, over all HTTP requests. Further calls wait, and the requests take
   * turns. Default: 100.
   */
  readonly concurrency?: number | undefined;
  /** How many calls may wait; beyond it, calls get LimitExceeded. Default: 10,000. */
  readonly maxWaiting?: number | undefined;
  /**
   * Creates the scheduler, which decides when a call runs. Receives `concurrency` and `maxWaiting`.
   * Default: a scheduler that lets the waiting calls of different HTTP requests take turns.
   */
  readonly schedulerFactory?: SchedulerFactory | undefined;
  /**
   * Limits the sizes of bodies, batches, results and responses, and the times to receive and to send them,
   * such as `{ maxBodyBytes: 64 * 1024, maxBatchSize: 50 }`. `timeout`, `concurrency`, `maxWaiting` and
   * `rateLimit` are separate options of the entrypoint, and `maxHeldBytes` is an option of the api.
   */
  readonly limits?: EntrypointLimits | undefined;
  /**
   * How many background tasks may run and wait at the same time. While the queue is full, new calls get
   * LimitExceeded. Default: 100 run, 1,000 wait.
   */
  readonly backgroundTasks?: BackgroundTaskOptions | undefined;
  /**
   * Whether the calls of a batch run concurrently, or one after another in request order. Default:
   * `'concurrent'`.
   */
  readonly batchOrder?: BatchOrder | undefined;
  /**
   * `'atomic'` runs the calls of a batch in one transaction: that of the {@link transactionDependency} among
   * the `messageDependencies`. The calls run in request order. If one fails, everything is rolled back, and all
   * others fail with `BatchRolledBack`. By default, the calls are independent: those that succeed keep
   * their changes even if another one fails. Default: `'independent'`.
   */
  readonly batch?: BatchKind | undefined;
  /**
   * The time limit in milliseconds for each call, without the time that it waits for its turn, and for the
   * `messageDependencies`, with that time; `Infinity` for no limit. A method can override it. A call that takes longer fails with RequestTimeout, and its
   * `signal` is aborted. A handler that ignores the signal keeps running. Add `RequestTimeout` to `errors` so that the API schemas
   * list it. Default: 60,000.
   */
  readonly timeout?: number | undefined;
  /**
   * Limits the calls of each caller per period, with `rateLimit()` of `@jsonrpc-kit/core/rate-limit`.
   * Each call costs the points in the `cost` of its method.
   * A call beyond the limit doesn't run, and gets LimitExceeded. If all calls of an HTTP request are
   * beyond the limit, the status is 429. Add `LimitExceeded` to `errors` so that the API schemas list
   * it. Default: no limit.
   */
  readonly rateLimit?: RateLimit | undefined;
  /** How clients send `params`. A method can override it. Default: `'by-name'`. */
  readonly paramStructure?: ParamStructure | undefined;
}

/** The options of an entrypoint with defaults applied. */
export interface EntrypointSettings {
  /** The errors that every method may return. */
  readonly errors: readonly ErrorClass[];
  /** The codes of standard errors that differ from their defaults; undefined without any. */
  readonly errorCodes: ErrorCodes | undefined;
  /** Converts errors of the application; undefined if the api's own function is enough. */
  readonly mapError: MapError | undefined;
  /** Resolved once per message. */
  readonly messageDependencies: readonly Dependency[];
  /** Resolved once per call. */
  readonly commonDependencies: readonly Dependency[];
  /** Resolved once per connection. */
  readonly connectionDependencies: readonly Dependency[];
  /** Run around every call, the first one outermost. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Validates request objects; undefined if only the members of JSON-RPC are allowed. */
  readonly requestSchema: StandardSchemaV1 | undefined;
  /** Whether members that JSON-RPC doesn't define are rejected. */
  readonly unknownMembers: UnknownMembers;
  /** Whether the API schemas include the entrypoint. */
  readonly includeInSchemas: boolean;
  /** Whether each method is also available at a path that ends with its name. */
  readonly methodRoutes: boolean;
  /** Added before the tags of each method. */
  readonly tags: readonly string[];
  /** How many calls run at once; may be `Infinity`. */
  readonly concurrency: number;
  /** How many calls wait; may be `Infinity`. */
  readonly maxWaiting: number;
  /** Creates the scheduler when an api binds the entrypoint. */
  readonly schedulerFactory: SchedulerFactory;
  /** Limits for the messages of the entrypoint. */
  readonly limits: ResolvedLimits;
  /** How many background tasks run and wait. */
  readonly backgroundTasks: Readonly<Record<keyof BackgroundTaskOptions, number>>;
  /** Whether the calls of a batch run concurrently or one after another. */
  readonly batchOrder: BatchOrder;
  /** Whether the calls of a batch are independent, or share one transaction. */
  readonly batch: BatchKind;
  /** Milliseconds per call; `Infinity` if there is no limit. */
  readonly timeout: number;
  /** Undefined if there is no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** How clients send `params` to methods that don't override it. */
  readonly paramStructure: ParamStructure;
}

const KINDS: OptionKinds<EntrypointOptions> = {
  name: text,
  ...sharedKinds,
  // Checked by checkErrorCodes().
  errorCodes: object,
  messageDependencies: dependencies,
  commonDependencies: dependencies,
  connectionDependencies: dependencies,
  mapError: callback,
  requestSchema: schema,
  unknownMembers: oneOf('reject', 'ignore'),
  includeInSchemas: flag,
  methodRoutes: flag,
  schedulerFactory: callback,
  concurrency: positiveOrInfinity,
  maxWaiting: positiveOrInfinity,
  // Checked by resolveLimits().
  limits: object,
  // Checked by resolveBackgroundTaskOptions().
  backgroundTasks: object,
  batchOrder: oneOf('concurrent', 'sequential'),
  batch: oneOf('independent', 'atomic'),
  rateLimit: rateLimitKind,
};

export function resolveEntrypointOptions<Request extends JsonRpcRequest>(
  where: string,
  defaultErrors: readonly ErrorClass[],
  options: EntrypointOptions<Request>,
): EntrypointSettings {
  checkOptions(where, options, KINDS);
  if (options.requestSchema !== undefined) {
    checkRequestSchema(where, options.requestSchema);
    if (options.unknownMembers !== undefined) {
      throw new TypeError(
        `${where}: requestSchema decides about other members itself. Remove unknownMembers, or write a ` +
          `schema that allows them, such as v.looseObject({ … }).`,
      );
    }
  }
  const { errorCodes } = options;
  if (errorCodes !== undefined) checkErrorCodes(where, errorCodes);
  const errors = withErrorCodes(options.errors ?? defaultErrors, errorCodes);
  checkCodesAreFree(where, errors, errorCodes);
  return Object.freeze({
    errors: frozenCopy(mergeErrorClasses(where, errors)),
    errorCodes: errorCodes && Object.freeze({ ...errorCodes }),
    mapError: options.mapError,
    messageDependencies: frozenCopy(options.messageDependencies),
    commonDependencies: frozenCopy(options.commonDependencies),
    connectionDependencies: frozenCopy(options.connectionDependencies),
    // Middlewares receive requests that `requestSchema` has validated.
    middlewares: frozenCopy(options.middlewares) as readonly JsonRpcMiddleware[],
    requestSchema: options.requestSchema,
    unknownMembers: options.unknownMembers ?? 'reject',
    includeInSchemas: options.includeInSchemas ?? true,
    methodRoutes: options.methodRoutes ?? true,
    tags: frozenCopy(options.tags),
    schedulerFactory: options.schedulerFactory ?? ((resolved) => new CountingScheduler(resolved)),
    concurrency: options.concurrency ?? 100,
    maxWaiting: options.maxWaiting ?? 10_000,
    limits: resolveLimits(where, options.limits),
    backgroundTasks: resolveBackgroundTaskOptions(where, options.backgroundTasks),
    batchOrder: options.batchOrder ?? 'concurrent',
    batch: options.batch ?? 'independent',
    timeout: options.timeout ?? 60_000,
    rateLimit: options.rateLimit,
    paramStructure: options.paramStructure ?? 'by-name',
  });
}

/**
 * Returns the path without a trailing slash. Patterns are rejected, since each framework has its own
 * syntax for them.
 *
 * @throws TypeError if the path is relative, or contains a pattern, a query or an empty segment
 */
export function checkPath(path: string): string {
  if (
    typeof path !== 'string' ||
    !/^\/[\w\-.~%@/]*$/.test(path) ||
    path.includes('//') ||
    !isDecodable(path)
  ) {
    throw new TypeError(
      `Entrypoint: the path must begin with "/" and have no pattern, query or empty segment, ` +
        `unlike ${JSON.stringify(path)}. Write a path such as "/api/v1/jsonrpc".`,
    );
  }
  checkRoutePath('Entrypoint', path);
  return withoutTrailingSlash(path);
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
