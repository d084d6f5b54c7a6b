import { ignoreRejection, isPromise } from '../async/maybe-promise.js';
import type { MethodRoute } from '../context/json-rpc-context.js';
import { type Dependency, isDependency } from '../di/dependency.js';
import type { RecordableCall } from '../di/recording.js';
import { isResource, type Resource } from '../di/resource.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { OptionKinds } from '../options/check-options.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { callback } from '../options/option-kind.js';

/**
 * The option `durable` of a method: stores its notifications as jobs, which run later, even in another
 * process. A client then gets 204 only after the job is committed.
 */
export interface DurableOptions<in Params = never> {
  /** The queue of the jobs, from `queue()` of `@jsonrpc-kit/durable/jobs`. */
  readonly queue: NotificationQueue;
  /**
   * The dependency that identifies the caller. It is resolved when the notification arrives. Its value,
   * which must be JSON, is stored with the job and replaces the dependency when the job runs. Jobs have
   * no headers or cookies, so everything that reads credentials must be part of this dependency.
   * Default: none.
   */
  readonly caller?: Dependency | undefined;
  /**
   * Returns a string for a notification: jobs of a queue with the same string run one after another.
   * Receives the params as the client sent them. If the function throws or doesn't return a string, the
   * notification isn't stored. Default: jobs run in any order.
   */
  readonly orderBy?: ((params: Params) => string) | undefined;
}

/** A queue of jobs. */
export interface NotificationQueue {
  /** The name, unique in the database. */
  readonly name: string;
  /** Stores the jobs. The application provides the resource. */
  readonly store: Resource<NotificationStore>;
}

/** Stores notifications as jobs. */
export interface NotificationStore {
  /** Resolves when the job is committed. */
  add(notification: DurableNotification): Promise<void>;
}

/** A validated notification to store as a job. */
export interface DurableNotification {
  /** The durable method. */
  readonly method: MethodRoute;
  /** The queue of the method. */
  readonly queue: NotificationQueue;
  /** The params as the client sent them. */
  readonly params: RequestParams;
  /** The value of the option `caller`; undefined if the method doesn't have the option. */
  readonly caller: unknown;
  /** The string from `orderBy`; undefined if the method doesn't have the option. */
  readonly order: string | undefined;
  /** The call of the notification. */
  readonly context: RecordableCall;
}

/**
 * Returns the string from the option `orderBy` of a durable method; undefined without the option.
 *
 * @throws TypeError if `orderBy` doesn't return a string, or the error that `orderBy` throws
 */
export function jobOrder(
  method: { readonly name: string; readonly durable: DurableOptions | undefined },
  params: unknown,
): string | undefined {
  const { name, durable } = method;
  if (durable?.orderBy === undefined) return undefined;
  // The params have been validated, so they have the type that `orderBy` declares.
  const order: unknown = durable.orderBy(params as never);
  if (typeof order === 'string') return order;
  if (isPromise(order)) void ignoreRejection(Promise.resolve(order));
  throw new TypeError(
    `method "${name}": orderBy of durable must return a string, not ${describeValue(order)}.`,
  );
}

export const durableKinds: OptionKinds<DurableOptions> = {
  queue: {
    is: (value) => isObject(value) && isResource(value['store']),
    must: 'a queue',
    advice: () => "Write queue('emails'), with queue() of @jsonrpc-kit/durable/jobs.",
  },
  caller: {
    is: isDependency,
    must: 'a dependency',
    advice: () => 'Write dependency({ … }, function).',
  },
  orderBy: callback,
};
