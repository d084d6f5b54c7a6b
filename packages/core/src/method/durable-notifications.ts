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
 * Stores the notifications of a method as jobs, which run later, even in another process. A notification
 * then gets 204 only after its job is committed.
 */
export interface DurableOptions<in Params = never> {
  /** The queue of the jobs, from `queue()` of `@jsonrpc-kit/durable/jobs`. */
  readonly queue: NotificationQueue;
  /**
   * The dependency that identifies the caller. It is resolved when the notification arrives; the job
   * stores its value, which must be JSON, and resolves to it again. A job has no headers and cookies, so
   * everything that reads credentials must be a part of this dependency. Default: none.
   */
  readonly caller?: Dependency | undefined;
  /**
   * Returns what jobs are ordered by: those of a queue with the same value run one after another. The
   * params are as they were sent. A notification is not stored if this function throws or doesn't return
   * a string. Default: no order.
   */
  readonly orderBy?: ((params: Params) => string) | undefined;
}

/** A queue of jobs. */
export interface NotificationQueue {
  /** The name, unique in the database. */
  readonly name: string;
  /** What stores the jobs; the application provides it. */
  readonly store: Resource<NotificationStore>;
}

/** Stores notifications as jobs. */
export interface NotificationStore {
  /** Resolves when the job is committed. */
  add(notification: DurableNotification): Promise<void>;
}

/** A notification that has been validated, and that becomes a job. */
export interface DurableNotification {
  /** The durable method. */
  readonly method: MethodRoute;
  /** Its queue. */
  readonly queue: NotificationQueue;
  /** As they were sent. */
  readonly params: RequestParams;
  /** The value of `caller`; undefined without it. */
  readonly caller: unknown;
  /** What the job is ordered by; undefined for no order. */
  readonly order: string | undefined;
  /** The call of the notification. */
  readonly context: RecordableCall;
}

/**
 * Returns what the job of a durable method is ordered by; undefined for no order.
 *
 * @throws TypeError if `orderBy` of the method doesn't return a string, or the error that it throws
 */
export function jobOrder(
  { name, durable }: { readonly name: string; readonly durable: DurableOptions | undefined },
  params: unknown,
): string | undefined {
  if (durable?.orderBy === undefined) return undefined;
  // The params have been validated.
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
