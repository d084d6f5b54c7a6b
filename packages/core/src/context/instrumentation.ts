import type { HttpResponse } from '../http/http-response.js';
import type { HttpRequest } from '../http/http-request.js';
import type { Logger } from '../logging/logger.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { callback } from '../options/option-kind.js';
import type { EntrypointInfo } from './json-rpc-context.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/** An HTTP request to an entrypoint, as instrumentation sees it. */
export interface InstrumentedRequest {
  /** The HTTP request, with the framework's own under `native`. */
  readonly httpRequest: HttpRequest;
  /** Where it came in. */
  readonly entrypoint: EntrypointInfo;
  /** Undefined until the body is parsed, and where it is no JSON. */
  readonly message: 'single' | 'batch' | undefined;
}

/** An error that no client is told of. */
export interface ErrorReport {
  /** What was thrown, as it was. */
  readonly error: unknown;
  /** What the log says of it. */
  readonly message: string;
  /** Undefined where it belongs to the whole HTTP request, as a shared teardown does. */
  readonly context: JsonRpcContext | undefined;
  /** The HTTP request that it belongs to. */
  readonly httpRequest: HttpRequest;
}

/**
 * Hooks for tracers, error trackers and metrics. A hook gets what is about to run and runs it; what
 * it returns is not looked at, so it may be as short as
 *
 * ```ts
 * addInstrumentation({
 *   call: (context, run) => tracer.startActiveSpan(nameOf(context), run),
 * });
 * ```
 *
 * A hook can't change an outcome: where it throws or rejects, or runs nothing, the work goes on
 * without it. To change outcomes there are middlewares.
 */
export interface Instrumentation {
  /**
   * Around an HTTP request to an entrypoint, from before its body is read to its answer. `run`
   * neither throws nor rejects.
   */
  readonly request?:
    | ((request: InstrumentedRequest, run: () => MaybePromise<HttpResponse>) => unknown)
    | undefined;
  /**
   * Around a call, from before its middlewares to its encoded answer, without the time that it may
   * have waited for its turn: once `run()` has ended, `context.rawResponse` is what is sent, unless a
   * teardown of the whole batch fails before the response; a notification's is there too, but never
   * sent. `run` neither throws nor rejects; what the call threw is on the context.
   */
  readonly call?:
    | ((
        context: JsonRpcContext,
        run: () => MaybePromise<unknown>,
        request: InstrumentedRequest,
      ) => unknown)
    | undefined;
  /** Around what a call does after its answer: a background task, its teardowns. */
  readonly afterResponse?:
    | ((context: JsonRpcContext, run: () => MaybePromise<unknown>) => unknown)
    | undefined;
  /**
   * Told of every error that the api logs because no client is told of it: unhandled exceptions,
   * teardowns and background tasks that failed; in the asynchronous flow of the call.
   */
  readonly error?: ((report: ErrorReport) => void) | undefined;
}

const KINDS: OptionKinds<Instrumentation> = {
  request: callback,
  call: callback,
  afterResponse: callback,
  error: callback,
};

// All apis of the process share them, as trackers are set up once for a process. There is none
// until somebody adds one, and then the way of a request tests this variable and nothing else.
let added: readonly Instrumentation[] | undefined;

/**
 * Adds hooks around all HTTP requests and calls of this process. The one that was added first is
 * the outermost.
 *
 * @returns the function that removes them
 * @throws TypeError for a hook that there is not, and for one that isn't a function
 */
export function addInstrumentation(instrumentation: Instrumentation): () => void {
  checkOptions('addInstrumentation()', instrumentation, KINDS);
  // One object may be added twice; each removes its own place.
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

/** `run()` with the hooks around it that `hookOf` picks. Where none of them calls it, it runs anyway. */
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
  const failed = (err: unknown): void => logger.error({ err }, HOOK_FAILED);
  for (const { error: hook } of added ?? []) {
    try {
      // A hook in JavaScript may return a promise, whatever its type says.
      const returned: unknown = hook?.(report);
      if (isPromise(returned)) returned.then(undefined, failed);
    } catch (err) {
      failed(err);
    }
  }
}

const HOOK_FAILED = 'Instrumentation hook failed';

type Outcome<T> = { readonly value: MaybePromise<T> } | { readonly error: unknown };

/** The outcome is that of `run`, which runs once, whatever the hook does. */
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
    // It may hand on what `run` rejects with; that is no failure of its own.
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

/** What the hook rejects with is its own failure, unless it is that of what it ran. */
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
