import type { HttpResponse } from '../http/http-response.js';
import type { HttpRequest } from '../http/http-request.js';
import { callGuarded } from '../logging/call-guarded.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { callback } from '../options/option-kind.js';
import type { EntrypointInfo, JsonRpcContext } from './json-rpc-context.js';

/** An HTTP request to an entrypoint, or with a tool call, as hooks receive it. */
export interface InstrumentedRequest {
  /** The HTTP request, with the framework's own request as `native`. */
  readonly httpRequest: HttpRequest;
  /** The carrier of the message in the request. Its headers may include the trace of a tool call. */
  readonly carrier: Carrier;
  /** The entrypoint that receives the message. */
  readonly entrypoint: EntrypointInfo;
  /** The route of the request: the path of the entrypoint, or that of the MCP server. */
  readonly route: string;
}

/** A message to an entrypoint, as hooks receive it. */
export interface InstrumentedMessage {
  /** What brought the message: an HTTP request, a connection, a tool call or a job. */
  readonly carrier: Carrier;
  /** The entrypoint that received the message. */
  readonly entrypoint: EntrypointInfo;
  /** The route of the HTTP request: the path of the entrypoint, or that of the MCP server. */
  readonly route: string;
  /** Whether the message is a batch. Undefined until it is parsed, and if it isn't JSON. */
  readonly kind: 'single' | 'batch' | undefined;
  /** The size of the message in bytes; undefined if it is unknown, as that of a parsed value. */
  readonly byteLength: number | undefined;
}

/** One value of a metric. */
export interface Measurement {
  /** The name in OpenTelemetry, such as `jsonrpc.server.rejected_calls`. */
  readonly name: string;
  /** What is counted, or the current number. */
  readonly value: number;
  /** Names from declarations, such as methods and paths. Never text from a client. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** An error that isn't sent to the client. */
export interface ErrorReport {
  /** The thrown value, unchanged. */
  readonly error: unknown;
  /** The message in the log. */
  readonly message: string;
  /** The call; undefined for an error of the whole message, such as that of a shared teardown. */
  readonly context: JsonRpcContext | undefined;
  /** What brought the message. */
  readonly carrier: Carrier;
}

/**
 * Hooks for tracers, error trackers and metrics. A hook that runs around some work receives the work as
 * `run` and calls it. The return value of the hook is ignored:
 *
 * ```ts
 * addInstrumentation({
 *   call: (context, run) => tracer.startActiveSpan(nameOf(context), run),
 * });
 * ```
 *
 * A hook can't change the outcome of a call: if it throws, rejects or doesn't call `run`, the work runs
 * anyway. To change outcomes, use a middleware.
 */
export interface Instrumentation {
  /**
   * Whether the hooks that run around work are needed. Asked when an HTTP request and when a message
   * begins, and never for a call, so that the hooks of a tracker that isn't set up yet cost almost
   * nothing. Default: they always are.
   */
  readonly isActive?: (() => boolean) | undefined;
  /**
   * Runs around an HTTP request to an entrypoint, or with a tool call. Starts before the body is read, and
   * `run()` resolves with the response. `run` never throws or rejects.
   */
  readonly request?:
    | ((request: InstrumentedRequest, run: () => MaybePromise<HttpResponse>) => unknown)
    | undefined;
  /**
   * Runs around every message, whatever brought it, from its JSON text to the outcomes of its calls. If
   * an HTTP request brought it, it runs inside the `request` hook. `run` never throws or rejects.
   */
  readonly message?:
    | ((message: InstrumentedMessage, run: () => MaybePromise<unknown>) => unknown)
    | undefined;
  /**
   * Runs around a call, from before its middlewares to its encoded response. Doesn't include the time
   * that the call waits for the scheduler. After `run()`, `context.rawResponse` is the final response,
   * unless a teardown of the whole batch fails before the response is sent. The response of a
   * notification is never sent. `run` never throws or rejects; read the error of the call from
   * `context.exception`.
   */
  readonly call?:
    | ((
        context: JsonRpcContext,
        run: () => MaybePromise<unknown>,
        message: InstrumentedMessage,
      ) => unknown)
    | undefined;
  /** Runs around work that follows the response of a call: each background task, and the teardowns. */
  readonly afterResponse?:
    | ((
        context: JsonRpcContext,
        run: () => MaybePromise<unknown>,
        work: 'background-task' | 'teardown',
      ) => unknown)
    | undefined;
  /**
   * Receives every error that the api logs because it isn't sent to the client: unhandled exceptions,
   * and failures of teardowns and background tasks. Called in the asynchronous flow of the call.
   */
  readonly error?: ((report: ErrorReport) => void) | undefined;
  /** Receives counts that the other hooks don't show, such as which limit has rejected a call. */
  readonly count?: ((measurement: Measurement) => void) | undefined;
  /**
   * Adds headers to `headers` with which later work, such as a job, can continue the trace of the
   * current call. Called in the asynchronous flow of the call.
   */
  readonly propagate?: ((headers: TraceHeaders) => void) | undefined;
}

/** Headers of a trace, such as `traceparent`, by their lower-case names. */
export interface TraceHeaders {
  /** The value of a header. */
  [name: string]: string;
}

const KINDS: OptionKinds<Instrumentation> = {
  isActive: callback,
  request: callback,
  message: callback,
  call: callback,
  afterResponse: callback,
  error: callback,
  count: callback,
  propagate: callback,
};

// Shared by all apis, because a tracker is set up once per process. Undefined without instrumentation,
// so that checking for it is cheap.
export let instrumentation: readonly Instrumentation[] | undefined;

/**
 * Adds hooks to all messages and calls of this process. Hooks that were added first are the
 * outermost.
 *
 * ```ts
 * const remove = addInstrumentation({
 *   error: ({ error, context }) => tracker.capture(error, { method: context?.methodRoute?.name }),
 * });
 * ```
 *
 * @returns a function that removes the hooks
 * @throws TypeError if a hook is unknown or isn't a function
 */
export function addInstrumentation(hooks: Instrumentation): () => void {
  checkOptions('addInstrumentation()', hooks, KINDS);
  // Copied, because the same object may be added twice and is removed once for each.
  const own = { ...hooks };
  instrumentation = [...(instrumentation ?? []), own];
  return () => {
    const rest = instrumentation?.filter((other) => other !== own) ?? [];
    instrumentation = rest.length === 0 ? undefined : rest;
  };
}

/** Returns the instrumentation that is active, whose hooks run around a message. */
export function activeInstrumentation(logger: Logger): readonly Instrumentation[] {
  return (instrumentation ?? []).filter((hooks) => {
    let isActive: unknown = hooks.isActive === undefined;
    callGuarded(logger, HOOK_FAILED, () => (isActive ||= hooks.isActive?.()));
    // A function in JavaScript may return a promise.
    return isActive === true;
  });
}

/** A message and the instrumentation that was active when the message began. */
export interface HookedMessage {
  readonly active: readonly Instrumentation[];
  /** What the hooks receive. */
  readonly message: InstrumentedMessage;
}

/**
 * Runs the work inside the hooks that `callHook` selects. The work runs exactly once, whatever the hooks do.
 *
 * @param owner has the logger, which is only created for a hook that fails
 * @param run should not throw or reject, because that would also be logged as a failure of a hook
 */
export function withHooks<T>(
  owner: HasLogger,
  active: readonly Instrumentation[],
  callHook: (hooks: Instrumentation, run: () => MaybePromise<T>) => unknown,
  run: () => MaybePromise<T>,
): MaybePromise<T> {
  let outermost = run;
  for (const hooks of active.toReversed()) {
    const inner = outermost;
    outermost = () => runInside((runOnce) => callHook(hooks, runOnce), inner, owner);
  }
  return outermost();
}

interface HasLogger {
  readonly logger: Logger;
}

/** Calls a hook, and returns the outcome of the work, even if the hook doesn't run it. */
function runInside<T>(
  hook: (run: () => MaybePromise<T>) => unknown,
  work: () => MaybePromise<T>,
  owner: HasLogger,
): MaybePromise<T> {
  let outcome: { readonly value: MaybePromise<T> } | undefined;
  const start = (): MaybePromise<T> => {
    try {
      return work();
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const runOnce = (): MaybePromise<T> => {
    outcome ??= { value: start() };
    return outcome.value;
  };
  const failed = (err: unknown): void => owner.logger.error({ err }, HOOK_FAILED);
  try {
    const returned = hook(runOnce);
    if (isPromise(returned)) returned.then(undefined, failed);
  } catch (err) {
    failed(err);
  }
  return runOnce();
}

export function reportError(logger: Logger, report: ErrorReport): void {
  callHooks(logger, (hooks) => hooks.error?.(report));
}

/** Returns headers with which later work, such as a job, can continue the trace of the current call. */
export function traceHeaders(logger: Logger): TraceHeaders {
  const headers: TraceHeaders = {};
  callHooks(logger, (hooks) => hooks.propagate?.(headers));
  return headers;
}

/** Calls a hook of all instrumentation. A failure is logged. */
export function callHooks(logger: Logger, callHook: (hooks: Instrumentation) => unknown): void {
  for (const hooks of instrumentation ?? []) {
    callGuarded(logger, HOOK_FAILED, () => callHook(hooks));
  }
}

const HOOK_FAILED = 'Instrumentation hook failed';
