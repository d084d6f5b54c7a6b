import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Dependency, NoParams } from '../di/dependency.js';
import type { ParamStructure } from '../context/json-rpc-context.js';
import {
  CountingScheduler,
  type ResolvedSchedulerOptions,
  resolveSchedulerOptions,
  type SchedulerFactory,
  type SchedulerOptions,
} from '../scheduling/scheduler.js';
import type { ErrorClass } from '../errors/base-error.js';
import { mergeErrorClasses } from '../errors/error-classes.js';
import { dependencies, sharedKinds } from '../method/method-options.js';
import { DEFAULT_SEND_TIMEOUT } from '../http/http-response.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { checkOptions, type OptionKinds, frozenCopy } from '../options/check-options.js';
import {
  anything,
  callback,
  flag,
  timeLimit,
  object,
  oneOf,
  positive,
  positiveOrInfinity,
  schema,
  text,
} from '../options/option-kind.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import { checkRateLimit, type RateLimitOptions } from '../rate-limit/rate-limit-options.js';
import { checkRequestSchema } from './request-schema.js';

/** Whether the calls of a batch run concurrently, or one after another in request order. */
export type BatchOrder = 'concurrent' | 'sequential';

/** Options of an {@link Entrypoint}. */
export interface EntrypointOptions<
  Request extends JsonRpcRequest = JsonRpcRequest,
  Schema extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[] = readonly ErrorClass[],
> {
  /** The name in the API schemas. Default: `'entrypoint'`. */
  readonly name?: string | undefined;
  /**
   * The errors that every method may return, in the API schemas and in the client's types. Default:
   * `Entrypoint.defaultErrors`.
   */
  readonly errors?: Errors | undefined;
  /**
   * Dependencies that are resolved once per HTTP request, and therefore once per batch. They can't read
   * JSON-RPC parameters.
   */
  readonly dependencies?: readonly Dependency<unknown, NoParams>[] | undefined;
  /** Dependencies that are resolved once per call. They can read JSON-RPC parameters. */
  readonly commonDependencies?: readonly Dependency[] | undefined;
  /** Middlewares that run around every call. The first one is the outermost. */
  readonly middlewares?: readonly JsonRpcMiddleware<Request>[] | undefined;
  /** Validates a request object with additional members. By default, such members are rejected. */
  readonly requestSchema?: Schema | undefined;
  /**
   * Whether the API schemas include the entrypoint. If false, it has neither `rpc.discover` nor
   * `{path}/openrpc.json`. Default: true.
   */
  readonly includeInSchemas?: boolean | undefined;
  /** Tags for the API schemas, added before those of each method. */
  readonly tags?: readonly string[] | undefined;
  /**
   * Creates the scheduler, which decides when a call runs. Default: a scheduler that lets the waiting
   * calls of different HTTP requests take turns.
   */
  readonly schedulerFactory?: SchedulerFactory | undefined;
  /** How many calls may run and wait at the same time. Default: 100 run, 10,000 wait. */
  readonly schedulerOptions?: SchedulerOptions | undefined;
  /** The maximum number of requests in a batch. A larger batch gets InvalidRequest. Default: 1000. */
  readonly maxBatchSize?: number | undefined;
  /** The maximum size of a body in bytes; beyond it, the client gets 413. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Milliseconds within which a body must arrive; beyond it, the client gets 408. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
  /**
   * Milliseconds within which the client must receive the response; beyond it, the connection is closed
   * and the teardowns run. Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
  /**
   * The maximum size of the response to one call, in bytes; beyond it, the call gets LimitExceeded.
   * Default: 10 MiB.
   */
  readonly maxResultBytes?: number | undefined;
  /**
   * The maximum size of all responses of a batch, in bytes. Once it is reached, the remaining calls get
   * LimitExceeded. Default: 25 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How many background tasks may run and wait at the same time. While the queue is full, new calls get
   * LimitExceeded. Default: 100 run, 1,000 wait.
   */
  readonly backgroundTaskOptions?: SchedulerOptions | undefined;
  /**
   * Whether the calls of a batch run concurrently, or one after another in request order. Default:
   * `'concurrent'`.
   */
  readonly batchOrder?: BatchOrder | undefined;
  /**
   * The time limit in milliseconds for each call, and for the entrypoint's `dependencies`; `Infinity`
   * for no limit. A method can override it. Add `RequestTimeout` to `errors` so that the API schemas
   * list it. Default: 60,000.
   */
  readonly timeout?: number | undefined;
  /**
   * Limits the calls of each caller per period. Each call costs the points in the `cost` of its method.
   * A call beyond the limit doesn't run, and gets LimitExceeded. If all calls of an HTTP request are
   * beyond the limit, the status is 429. Add `LimitExceeded` to `errors` so that the API schemas list
   * it. Default: no limit.
   */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** How clients send `params`. A method can override it. Default: `'by-name'`. */
  readonly paramStructure?: ParamStructure | undefined;
}

/** The options of an entrypoint with defaults applied. */
export interface EntrypointSettings {
  /** The errors that every method may return. */
  readonly errors: readonly ErrorClass[];
  /** Resolved once per HTTP request. */
  readonly dependencies: readonly Dependency[];
  /** Resolved once per call. */
  readonly commonDependencies: readonly Dependency[];
  /** Run around every call, the first one outermost. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Validates request objects; undefined if only the members of JSON-RPC are allowed. */
  readonly requestSchema: StandardSchemaV1 | undefined;
  /** Whether the API schemas include the entrypoint. */
  readonly includeInSchemas: boolean;
  /** Added before the tags of each method. */
  readonly tags: readonly string[];
  /** Creates the scheduler when an api binds the entrypoint. */
  readonly schedulerFactory: SchedulerFactory;
  /** The argument of the factory. */
  readonly schedulerOptions: ResolvedSchedulerOptions;
  /** The maximum number of requests in a batch. */
  readonly maxBatchSize: number;
  /** The maximum size of a body in bytes. */
  readonly maxBodyBytes: number;
  /** Milliseconds within which a body must arrive. */
  readonly bodyTimeout: number;
  /** Milliseconds within which the client must receive the response. */
  readonly sendTimeout: number;
  /** The maximum size of one call's response in bytes. */
  readonly maxResultBytes: number;
  /** The maximum size of all responses of a batch in bytes. */
  readonly maxResponseBytes: number;
  /** How many background tasks run and wait. */
  readonly backgroundTaskOptions: ResolvedSchedulerOptions;
  /** Whether the calls of a batch run concurrently or one after another. */
  readonly batchOrder: BatchOrder;
  /** Milliseconds per call; `Infinity` if there is no limit. */
  readonly timeout: number;
  /** Undefined if there is no limit. */
  readonly rateLimit: RateLimitOptions | undefined;
  /** How clients send `params` to methods that don't override it. */
  readonly paramStructure: ParamStructure;
}

const KINDS: OptionKinds<EntrypointOptions> = {
  name: text,
  ...sharedKinds,
  commonDependencies: dependencies,
  requestSchema: schema,
  includeInSchemas: flag,
  schedulerFactory: callback,
  // Checked by resolveSchedulerOptions().
  schedulerOptions: object,
  // Checked by resolveSchedulerOptions().
  backgroundTaskOptions: object,
  batchOrder: oneOf('concurrent', 'sequential'),
  maxBatchSize: positive,
  maxBodyBytes: positive,
  bodyTimeout: timeLimit,
  sendTimeout: timeLimit,
  maxResultBytes: positiveOrInfinity,
  maxResponseBytes: positiveOrInfinity,
  // Checked by checkRateLimit().
  rateLimit: anything,
};

export function resolveEntrypointOptions<Request extends JsonRpcRequest>(
  where: string,
  defaultErrors: readonly ErrorClass[],
  options: EntrypointOptions<Request>,
): EntrypointSettings {
  checkOptions(where, options, KINDS);
  if (options.requestSchema !== undefined) checkRequestSchema(where, options.requestSchema);
  if (options.rateLimit !== undefined) checkRateLimit(where, options.rateLimit);
  return Object.freeze({
    errors: frozenCopy(mergeErrorClasses(where, options.errors ?? defaultErrors)),
    dependencies: frozenCopy(options.dependencies),
    commonDependencies: frozenCopy(options.commonDependencies),
    // Middlewares receive requests that `requestSchema` has validated.
    middlewares: frozenCopy(options.middlewares) as readonly JsonRpcMiddleware[],
    requestSchema: options.requestSchema,
    includeInSchemas: options.includeInSchemas ?? true,
    tags: frozenCopy(options.tags),
    schedulerFactory: options.schedulerFactory ?? ((resolved) => new CountingScheduler(resolved)),
    schedulerOptions: resolveSchedulerOptions(where, options.schedulerOptions ?? {}, {
      concurrency: 100,
      maxPending: 10_000,
    }),
    maxBatchSize: options.maxBatchSize ?? 1000,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    bodyTimeout: options.bodyTimeout ?? 30_000,
    sendTimeout: options.sendTimeout ?? DEFAULT_SEND_TIMEOUT,
    maxResultBytes: options.maxResultBytes ?? 10 * 1024 * 1024,
    maxResponseBytes: options.maxResponseBytes ?? 25 * 1024 * 1024,
    backgroundTaskOptions: resolveSchedulerOptions(
      `${where}: backgroundTaskOptions`,
      options.backgroundTaskOptions ?? {},
      { concurrency: 100, maxPending: 1_000 },
    ),
    batchOrder: options.batchOrder ?? 'concurrent',
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
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
