import type { HttpResponse } from '../http/http-response.js';
import type { HttpRequest } from '../http/http-request.js';
import { callGuarded } from '../logging/call-guarded.js';
import type { Logger } from '../logging/logger.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { callback } from '../options/option-kind.js';
import type { EntrypointInfo } from './json-rpc-context.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/** An HTTP request to an entrypoint, as instrumentation sees it. */
export interface InstrumentedRequest {
  /** The HTTP request, with the framework's own request as `native`. */
  readonly httpRequest: HttpRequest;
  /** The entrypoint that received it. */
  readonly entrypoint: EntrypointInfo;
  /** Undefined until the body is parsed, and if it isn't JSON. */
  readonly message: 'single' | 'batch' | undefined;
}

/** An error that the client doesn't learn of. */
export interface ErrorReport {
  /** The thrown value, unchanged. */
  readonly error: unknown;
  /** The message in the log. */
  readonly message: string;
  /** The call; undefined if the error belongs to the whole HTTP request, as a shared teardown does. */
  readonly context: JsonRpcContext | undefined;
  /** The HTTP request of the call. */
  readonly httpRequest: HttpRequest;
}

/**
 * Hooks for tracers, error trackers and metrics. A hook receives the work as `run` and calls it; its
 * return value is ignored, so it can be as short as this:
 *
 * ```ts
 * addInstrumentation({
 *   call: (context, run) => tracer.startActiveSpan(nameOf(context), run),
 * });
 * ```
 *
 * A hook can't change an outcome: if it throws, rejects or doesn't call `run`, the work runs anyway.
 * Use a middleware to change outcomes.
 */
export interface Instrumentation {
  /**
   * Runs around an HTTP request to an entrypoint, from before its body is read to its response. `run`
   * never throws or rejects.
   */
  readonly request?:
    | ((request: InstrumentedRequest, run: () => MaybePromise<HttpResponse>) => unknown)
    | undefined;
  /**
   * Runs around a call, from before its middlewares to its encoded response, without the time that it
   * waited for its turn. After `run()`, `context.rawResponse` is the response that is sent, unless a
   * teardown of the whole batch fails before the response; a notification's response is never sent.
   * `run` never throws or rejects; `context.exception` is the call's error.
   */
  readonly call?:
    | ((
        context: JsonRpcContext,
        run: () => MaybePromise<unknown>,
        request: InstrumentedRequest,
      ) => unknown)
    | undefined;
  /** Runs around work of a call after its response: a background task, or its teardowns. */
  readonly afterResponse?:
    | ((context: JsonRpcContext, run: () => MaybePromise<unknown>) => unknown)
    | undefined;
  /**
   * Receives every error that the api logs because no client learns of it: unhandled exceptions, and
   * teardowns and background tasks that failed. Called in the asynchronous flow of the call.
   */
  readonly error?: ((report: ErrorReport) => void) | undefined;
  /**
   * Adds the headers by which other work, such as a job, continues the trace of the call that is active.
   * Called in the asynchronous flow of the call.
   */
  readonly propagate?: ((headers: TraceHeaders) => void) | undefined;
}

/** Headers of a trace, such as `traceparent`, by their lower-case names. */
export interface TraceHeaders {
  /** The value of a header. */
  [name: string]: string;
}

const KINDS: OptionKinds<Instrumentation> = {
  request: callback,
  call: callback,
  afterResponse: callback,
  error: callback,
  propagate: callback,
};

// Shared by all apis, as a tracker is set up once per process. Undefined without instrumentation, so
// that the check of a request is cheap.
let added: readonly Instrumentation[] | undefined;

/**
 * Adds hooks around all HTTP requests and calls of this process. The first one added is the outermost.
 *
 * @returns a function that removes the hooks
 * @throws TypeError if a hook is unknown or isn't a function
 */
export function addInstrumentation(instrumentation: Instrumentation): () => void {
  checkOptions('addInstrumentation()', instrumentation, KINDS);
  // One object may be added twice; each copy is removed separately.
  const own = { ...instrumentation };
  added = [...(added ?? []), own];
  return () => {
    const rest = added?.filter((other) => other !== own) ?? [];
    added = rest.length === 0 ? undefined : rest;
  };
}

export function isInstrumented(): boolean {
  return added !== undefined;
}

/** Runs the work inside the hooks that `hookOf` picks. Hooks that don't call it don't stop it. */
export function instrumented<T>(
  logger: Logger,
  hookOf: (instrumentation: Instrumentation, run: () => MaybePromise<T>) => unknown,
  run: () => MaybePromise<T>,
): MaybePromise<T> {
  const outermost = (added ?? []).reduceRight<() => MaybePromise<T>>(
    (inner, instrumentation) => () =>
      guarded(logger, (guardedRun) => hookOf(instrumentation, guardedRun), inner),
    run,
  );
  return outermost();
}

export function reportError(logger: Logger, report: ErrorReport): void {
  for (const hooks of added ?? []) callGuarded(logger, HOOK_FAILED, () => hooks.error?.(report));
}

/** Returns the headers by which other work continues the trace of the call that is active. */
export function traceHeaders(logger: Logger): TraceHeaders {
  const headers: TraceHeaders = {};
  for (const hooks of added ?? [])
    callGuarded(logger, HOOK_FAILED, () => hooks.propagate?.(headers));
  return headers;
}

const HOOK_FAILED = 'Instrumentation hook failed';

type Outcome<T> = { readonly value: MaybePromise<T> } | { readonly error: unknown };

/** Returns the outcome of `run`, which runs once, whatever the hook does. */
function guarded<T>(
  logger: Logger,
  hook: (run: () => MaybePromise<T>) => unknown,
  run: () => MaybePromise<T>,
): MaybePromise<T> {
  let outcome: Outcome<T> | undefined;
  const once = (): MaybePromise<T> => {
    outcome ??= outcomeOf(run);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  const failed = (err: unknown): void => {
    if (outcome === undefined || !('error' in outcome && outcome.error === err)) {
      logger.error({ err }, HOOK_FAILED);
    }
  };
  try {
    const returned = hook(once);
    // A hook that passes on the rejection of `run` hasn't failed itself.
    if (isPromise(returned))
      returned.then(undefined, (err: unknown) => failedUnlessOwn(once, err, failed));
  } catch (err) {
    failed(err);
  }
  return once();
}

function outcomeOf<T>(run: () => MaybePromise<T>): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** Reports the hook's rejection, unless it is that of the work. */
async function failedUnlessOwn(
  once: () => unknown,
  err: unknown,
  failed: (err: unknown) => void,
): Promise<void> {
  try {
    await once();
  } catch (own) {
    if (own === err) return;
  }
  failed(err);
}
