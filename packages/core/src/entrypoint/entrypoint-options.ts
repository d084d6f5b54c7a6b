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
import { uniqueCodes } from '../errors/unique-codes.js';
import { dependencies, sharedKinds } from '../method/method-options.js';
import { DEFAULT_SEND_TIMEOUT } from '../http/http-response.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { checkOptions, type OptionKinds, frozenCopy } from '../options/check-options.js';
import {
  anything,
  callback,
  flag,
  milliseconds,
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

/** Whether the calls of a batch run at once, or one after another in their order. */
export type BatchOrder = 'concurrent' | 'sequential';

/** What an {@link Entrypoint} puts around its methods, and what it lets in. */
export interface EntrypointOptions<
  Request extends JsonRpcRequest = JsonRpcRequest,
  Schema extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[] = readonly ErrorClass[],
> {
  /** Its name in the documents. Default: `'entrypoint'`. */
  readonly name?: string | undefined;
  /**
   * The errors that the documents list for every method, and that its type carries to a typed client.
   * Default: `Entrypoint.defaultErrors`.
   */
  readonly errors?: Errors | undefined;
  /** Resolved once per HTTP request, so once per batch. They may not take JSON-RPC parameters. */
  readonly dependencies?: readonly Dependency<unknown, NoParams>[] | undefined;
  /** Resolved once per call; they may take JSON-RPC parameters. */
  readonly commonDependencies?: readonly Dependency[] | undefined;
  /** Around every call, the first one outermost. */
  readonly middlewares?: readonly JsonRpcMiddleware<Request>[] | undefined;
  /** Names further members of the envelope; without it any other member is refused. */
  readonly requestSchema?: Schema | undefined;
  /**
   * Whether the API schemas describe the entrypoint. Otherwise it has no `rpc.discover` and no
   * `{path}/openrpc.json` either. Default: true.
   */
  readonly includeInSchemas?: boolean | undefined;
  /** Put before each method's own tags in the documents. */
  readonly tags?: readonly string[] | undefined;
  /** Creates the scheduler; a `PQueue` works too. The default lets HTTP requests take turns. */
  readonly schedulerFactory?: SchedulerFactory | undefined;
  /** How many calls run and wait. Default: 100 run, 10,000 wait. */
  readonly schedulerOptions?: SchedulerOptions | undefined;
  /** A larger batch is one InvalidRequest, and nothing of it runs. Default: 1000. */
  readonly maxBatchSize?: number | undefined;
  /** Counted while reading. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Milliseconds for a body to arrive; beyond it the client gets 408. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
  /**
   * Milliseconds for a client to receive the response; beyond it the connection is closed and the
   * teardowns run. Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
  /** Bytes of one call's response; beyond it the call fails with LimitExceeded. Default: 10 MiB. */
  readonly maxResultBytes?: number | undefined;
  /**
   * Bytes of all responses of a batch; the calls beyond it get LimitExceeded, in request order.
   * Default: 25 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How many background tasks run and wait. While the queue is full, new calls get LimitExceeded.
   * Default: 100 run, 1,000 wait.
   */
  readonly backgroundTaskOptions?: SchedulerOptions | undefined;
  /**
   * Whether the calls of a batch run at once, or one after another in their order. Default:
   * `'concurrent'`.
   */
  readonly batchOrder?: BatchOrder | undefined;
  /**
   * Milliseconds per call, from its start, and for the entrypoint's `dependencies`; `Infinity` for
   * none. A method can set its own. Add `RequestTimeout` to `errors` so that the API schemas list
   * it. Default: 60,000.
   */
  readonly timeout?: number | undefined;
  /**
   * How many calls a caller may make in a period, counted in points (a method's `cost`). Beyond it a
   * call gets LimitExceeded before anything of it runs; with status 429 if all calls of the request
   * do. Add `LimitExceeded` to `errors` so that the API schemas list it. Default: no limit.
   */
  readonly rateLimit?: RateLimitOptions | undefined;
  /** How `params` may be given; a method can say otherwise. Default: `'by-name'`. */
  readonly paramStructure?: ParamStructure | undefined;
}

/** An entrypoint's options with their defaults. */
export interface EntrypointSettings {
  /** What the documents list for every method. */
  readonly errors: readonly ErrorClass[];
  /** Resolved once per HTTP request. */
  readonly dependencies: readonly Dependency[];
  /** Resolved once per call. */
  readonly commonDependencies: readonly Dependency[];
  /** Around every call, the first one outermost. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** The schema of the envelope; undefined where the four members of JSON-RPC are all. */
  readonly requestSchema: StandardSchemaV1 | undefined;
  /** Whether the API schemas describe the entrypoint. */
  readonly includeInSchemas: boolean;
  /** Put before each method's own. */
  readonly tags: readonly string[];
  /** Called once, when the entrypoint is bound. */
  readonly schedulerFactory: SchedulerFactory;
  /** What the factory is called with. */
  readonly schedulerOptions: ResolvedSchedulerOptions;
  /** The most calls in one batch. */
  readonly maxBatchSize: number;
  /** The most bytes of a body. */
  readonly maxBodyBytes: number;
  /** Milliseconds for a body to arrive. */
  readonly bodyTimeout: number;
  /** Milliseconds for a client to receive the response. */
  readonly sendTimeout: number;
  /** The most bytes of one call's response. */
  readonly maxResultBytes: number;
  /** The most bytes of all responses of a batch. */
  readonly maxResponseBytes: number;
  /** How many background tasks run and wait. */
  readonly backgroundTaskOptions: ResolvedSchedulerOptions;
  /** Whether the calls of a batch run at once or one after another. */
  readonly batchOrder: BatchOrder;
  /** Milliseconds per call; `Infinity` where there is no limit. */
  readonly timeout: number;
  /** Undefined where there is none. */
  readonly rateLimit: RateLimitOptions | undefined;
  /** How `params` may be given where the method does not say. */
  readonly paramStructure: ParamStructure;
}

const KINDS: OptionKinds<EntrypointOptions> = {
  name: text,
  ...sharedKinds,
  commonDependencies: dependencies,
  requestSchema: schema,
  includeInSchemas: flag,
  schedulerFactory: callback,
  // By resolveSchedulerOptions().
  schedulerOptions: object,
  // By resolveSchedulerOptions().
  backgroundTaskOptions: object,
  batchOrder: oneOf('concurrent', 'sequential'),
  maxBatchSize: positive,
  maxBodyBytes: positive,
  bodyTimeout: milliseconds,
  sendTimeout: milliseconds,
  maxResultBytes: positiveOrInfinity,
  maxResponseBytes: positiveOrInfinity,
  // By checkRateLimit().
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
    errors: frozenCopy(uniqueCodes(where, options.errors ?? defaultErrors)),
    dependencies: frozenCopy(options.dependencies),
    commonDependencies: frozenCopy(options.commonDependencies),
    // They see the envelopes that the schema of the same options has validated.
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
 * An entrypoint's path without a trailing slash. Route patterns are left to the frameworks: a path is
 * the same text in each of them.
 *
 * @throws TypeError that says what a path has to look like
 */
export function checkPath(path: string): string {
  if (
    typeof path !== 'string' ||
    !/^\/[\w\-.~%@/]*$/.test(path) ||
    path.includes('//') ||
    !isDecodable(path)
  ) {
    throw new TypeError(
      `Entrypoint: the path must begin with "/" and hold no pattern, query or empty segment, ` +
        `as "/api/v1/jsonrpc"; it is ${JSON.stringify(path)}`,
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
