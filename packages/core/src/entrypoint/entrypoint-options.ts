import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Dependency } from '../args/dependency.js';
import type { ParamStructure } from '../context/method-route.js';
import {
  CallScheduler,
  type ResolvedSchedulerOptions,
  resolveSchedulerOptions,
  type SchedulerFactory,
  type SchedulerOptions,
} from '../dispatch/scheduler.js';
import type { ErrorClass } from '../errors/error-class.js';
import { uniqueCodes } from '../errors/unique-codes.js';
import { dependencies, sharedKinds } from '../method/option-kinds.js';
import type { JsonRpcMiddleware } from '../middleware/json-rpc-middleware.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { callback, object, positive, schema, text } from '../options/option-kind.js';
import type { JsonRpcRequest } from '../protocol/json-rpc-request.js';
import { checkRequestSchema } from './check-request-schema.js';

/** What an {@link Entrypoint} puts around its methods, and what it lets in. */
export interface EntrypointOptions<
  Request extends JsonRpcRequest = JsonRpcRequest,
  Schema extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
> {
  /** Its name in the documents. Default: `'entrypoint'`. */
  readonly name?: string | undefined;
  /** The errors that the documents list for every method. Default: `Entrypoint.defaultErrors`. */
  readonly errors?: readonly ErrorClass[] | undefined;
  /** Resolved once per HTTP request, so once per batch. They may not take JSON-RPC parameters. */
  readonly dependencies?: readonly Dependency[] | undefined;
  /** Resolved once per call; they may take JSON-RPC parameters. */
  readonly commonDependencies?: readonly Dependency[] | undefined;
  /** Around every call, the first one outermost. */
  readonly middlewares?: readonly JsonRpcMiddleware<Request>[] | undefined;
  /** Names further members of the envelope; without it any other member is refused. */
  readonly requestSchema?: Schema | undefined;
  /** Put before each method's own tags in the documents. */
  readonly tags?: readonly string[] | undefined;
  /** Makes the scheduler; a `PQueue` is one as it stands. The default lets HTTP requests take turns. */
  readonly schedulerFactory?: SchedulerFactory | undefined;
  /** How many calls run and wait. Default: 100 run, 10,000 wait. */
  readonly schedulerOptions?: SchedulerOptions | undefined;
  /** A larger batch is one InvalidRequest, and nothing of it runs. Default: 1000. */
  readonly maxBatchSize?: number | undefined;
  /** Counted while reading. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Milliseconds per call, from its start; a method can set its own. Name `RequestTimeout` among
   * `errors` for the documents to list it. Default: none.
   */
  readonly timeout?: number | undefined;
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
  /** Milliseconds per call; undefined where there is no limit. */
  readonly timeout: number | undefined;
  /** How `params` may be given where the method does not say. */
  readonly paramStructure: ParamStructure;
}

const KINDS: OptionKinds<EntrypointOptions> = {
  name: text,
  ...sharedKinds,
  commonDependencies: dependencies,
  requestSchema: schema,
  schedulerFactory: callback,
  // By resolveSchedulerOptions().
  schedulerOptions: object,
  maxBatchSize: positive,
  maxBodyBytes: positive,
};

export function resolveEntrypointOptions<Request extends JsonRpcRequest>(
  where: string,
  defaultErrors: readonly ErrorClass[],
  options: EntrypointOptions<Request>,
): EntrypointSettings {
  checkOptions(where, options, KINDS);
  if (options.requestSchema !== undefined) checkRequestSchema(where, options.requestSchema);
  return {
    errors: uniqueCodes(where, options.errors ?? defaultErrors),
    dependencies: options.dependencies ?? [],
    commonDependencies: options.commonDependencies ?? [],
    // They see the envelopes that the schema of the same options has validated.
    middlewares: (options.middlewares ?? []) as readonly JsonRpcMiddleware[],
    requestSchema: options.requestSchema,
    tags: options.tags ?? [],
    schedulerFactory: options.schedulerFactory ?? ((resolved) => new CallScheduler(resolved)),
    schedulerOptions: resolveSchedulerOptions(where, options.schedulerOptions ?? {}),
    maxBatchSize: options.maxBatchSize ?? 1000,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    timeout: options.timeout,
    paramStructure: options.paramStructure ?? 'by-name',
  };
}
