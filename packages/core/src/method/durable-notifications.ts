import type { MethodRoute } from '../context/json-rpc-context.js';
import type { ArgumentSources } from '../di/argument-source.js';
import { type Dependency, isDependency } from '../di/dependency.js';
import type { RequestInput } from '../di/plan.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { callback, isFunction } from '../options/option-kind.js';

/**
 * The option `notifications` of a method, as an object: stores the notifications as jobs, which run
 * later, even in another process. A client then gets 204 only after the job is committed. Doesn't affect
 * calls with an id.
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
   * Returns a value for a notification: jobs of a queue with the same value run one after another. A number
   * is the same value as its text. Receives the params as the client sent them. If the function throws or
   * returns another type, the notification isn't stored. Default: jobs run in any order.
   */
  readonly orderBy?: ((params: Params) => string | number | bigint) | undefined;
}

/** Handles the notifications of methods. The client gets 204 only after it has accepted them. */
export interface NotificationQueue {
  /** The name, for API schemas and error messages. */
  readonly name: string;
  /**
   * Returns what runs for the notifications of a method, instead of its handler and dependencies. The
   * handler sets `isAccepted` of its call. If it fails, the HTTP status reports it.
   *
   * @param inputs the inputs of the method and its dependencies, parameters in positional order
   */
  receiver(
    method: MethodRoute & NotifiedMethod,
    inputs: readonly Pick<RequestInput, 'in' | 'name' | 'schema'>[],
  ): NotificationReceiver;
}

/** The part of a method that decides what happens to its notifications. */
export interface NotifiedMethod {
  /** Whether its notifications run, are rejected, or are stored as jobs. */
  readonly notifications: 'run' | 'reject' | DurableOptions;
}

/** Returns how the notifications of a method are stored; undefined if they aren't. */
export function durableOptions({ notifications }: NotifiedMethod): DurableOptions | undefined {
  return typeof notifications === 'object' ? notifications : undefined;
}

/** The handler of the notifications of a method. */
export interface NotificationReceiver {
  /** The sources of the handler's arguments. */
  readonly args: ArgumentSources;
  /** Run before the handler, for example to validate the parameters. */
  readonly dependencies: readonly Dependency[];
  /** Runs instead of the method's handler. */
  readonly handler: (args: never) => unknown;
}

export const durableKinds: OptionKinds<DurableOptions> = {
  queue: {
    is: (value) => isObject(value) && isFunction(value['receiver']),
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
