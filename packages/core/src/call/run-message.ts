import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import {
  activeInstrumentation,
  type HookedMessage,
  instrumentation,
  type InstrumentedMessage,
  withHooks,
} from '../context/instrumentation.js';
import { type BaseError, isBaseError } from '../errors/base-error.js';
import { encodeThrown } from '../errors/error-object.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import {
  InternalError,
  InvalidRequest,
  LimitExceeded,
  ParseError,
} from '../errors/standard-errors.js';
import { type Calls, parseMessage, readJson } from '../jsonrpc/message.js';
import type { ErrorCodes } from '../jsonrpc/response.js';
import type { Carrier } from '../message/carrier.js';
import { afterResponse } from './after-response.js';
import { AtomicBatch } from './atomic-batch.js';
import type { BoundEntrypoint } from './bound-entrypoint.js';
import { chargeRateLimit, chargeRejected } from './charge-rate-limit.js';
import {
  type CallOutcomes,
  type Effects,
  type HttpEffects,
  type IncomingMessage,
  type MessageBody,
  type MessageOutcome,
  NO_RESPONSE,
  type RejectedMessage,
} from './message-outcome.js';
import { MessageScope } from './message-scope.js';
import { runAtomically, runCalls } from './run-calls.js';
import { closeSharedBeforeResponse } from './close-shared-dependencies.js';
import { resolveSharedDependencies } from './resolve-shared-dependencies.js';

/** Runs a message inside the instrumentation of the process. Never rejects. */
export function runMessage(
  bound: BoundEntrypoint,
  message: IncomingMessage,
): MaybePromise<MessageOutcome> {
  if (instrumentation === undefined) return run(bound, message);
  const active = activeInstrumentation(bound.logger);
  if (active.length === 0) return run(bound, message);
  const { entrypoint } = bound;
  const { body, carrier, route = entrypoint.path } = message;
  const instrumented: Writable<InstrumentedMessage> = {
    carrier,
    entrypoint,
    route,
    kind: undefined,
    byteLength: body.kind === 'not-utf-8' ? undefined : body.byteLength,
  };
  return withHooks(
    bound,
    active,
    (hooks, inner) => hooks.message?.(instrumented, inner),
    () => run(bound, message, { active, message: instrumented }),
  );
}

/** The kind of a message is set when the message is parsed. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Hooked extends HookedMessage {
  readonly message: Writable<InstrumentedMessage>;
}

/**
 * Receives a message, whatever brought it: reserves its memory, parses it, and runs its calls. Calls start
 * before an `api.close()` in the same turn of the event loop. A message without other stages whose calls
 * are synchronous needs no promise. Never throws or rejects.
 */
function run(
  bound: BoundEntrypoint,
  message: IncomingMessage,
  hooked?: Hooked,
): MaybePromise<MessageOutcome> {
  const { body } = message;
  if (bound.running.isClosing) return reject('shutting-down', new InternalError());
  const isText = body.kind !== 'not-utf-8';
  if (isText && (body.byteLength ?? 0) > bound.settings.limits.maxBodyBytes) {
    return rejectTooLarge(bound);
  }
  const heldBytes = isText
    ? (message.reservation?.take() ?? bound.api.heldMemory.reserve(body))
    : 0;
  if (heldBytes === undefined) {
    return reject('overloaded', new LimitExceeded(), bound.settings.errorCodes);
  }

  const calls = parse(body, bound, { pathMethod: message.pathMethod, hooked });
  if (calls.kind === 'rejected') {
    const charging = chargeRejected(bound, message.carrier, calls)
      .catch((error: unknown) => failCharge(bound, message.carrier, error))
      .finally(() => bound.api.heldMemory.release(heldBytes));
    bound.running.work.track(charging);
    return charging;
  }
  const scope = new MessageScope(bound, message, { calls, heldBytes, hooked });
  let outcome: MessageOutcome;
  try {
    const running = bound.runsOnlyCalls ? runCalls(scope, calls) : runStages(scope, calls);
    if (running instanceof Promise) {
      message.carrier.cancellation?.expect(calls, running);
      return endAfter(running, scope);
    }
    outcome = finish(scope, running);
  } catch (error) {
    return endAfter(Promise.reject(error), scope);
  }
  scope.release();
  return outcome;
}

/** The stages of a message, the calls among them. Only promises are awaited. */
async function runStages(scope: MessageScope, calls: Calls): Promise<CallOutcomes> {
  const { bound, carrier } = scope;
  if (bound.isRateLimited) await chargeRateLimit(scope, calls);

  // Doesn't wait for dependencies, which may wait for the slot of the call to cancel.
  if (calls.kind === 'single' && carrier.cancellation?.receive(calls.item) === true) {
    return NO_RESPONSE;
  }

  const batch = bound.settings.batch === 'atomic' ? new AtomicBatch(scope, calls) : undefined;
  scope.atomicBatch = batch;
  const resolving = resolveSharedDependencies(scope);
  if (isPromise(resolving)) await resolving;

  const outcomes = await runInSlot(scope, calls, batch);
  return scope.hasOpenDependencies ? closeSharedBeforeResponse(scope, outcomes) : outcomes;
}

/** Runs the calls in the slot of the shared dependencies, and in others if there is room. */
async function runInSlot(
  scope: MessageScope,
  calls: Calls,
  batch: AtomicBatch | undefined,
): Promise<CallOutcomes> {
  try {
    const running = batch === undefined ? runCalls(scope, calls) : runAtomically(batch, calls);
    return running instanceof Promise ? await running : running;
  } finally {
    scope.slot?.free();
  }
}

async function endAfter(
  running: Promise<CallOutcomes>,
  scope: MessageScope,
): Promise<MessageOutcome> {
  try {
    return finish(scope, await running);
  } catch (error) {
    return await fail(scope, error);
  } finally {
    scope.release();
  }
}

/** Parses a message into its calls, without validating them. */
function parse(
  body: MessageBody,
  { settings }: BoundEntrypoint,
  { pathMethod, hooked }: Pick<IncomingMessage, 'pathMethod'> & { hooked: Hooked | undefined },
): Calls | RejectedMessage {
  if (body.kind === 'not-utf-8') return reject('not-json', new ParseError());
  const json =
    body.kind === 'text' ? readJson(body.text) : { ok: true as const, value: body.value };
  if (!json.ok) return reject('not-json', new ParseError());
  if (hooked !== undefined) {
    hooked.message.kind = Array.isArray(json.value) ? 'batch' : 'single';
  }
  const calls = parseMessage(json.value, {
    maxBatchSize: settings.limits.maxBatchSize,
    allowsBatches: pathMethod === undefined,
  });
  return calls.kind === 'rejected'
    ? reject('not-calls', new InvalidRequest({ errors: [calls.problem] }))
    : calls;
}

function finish(scope: MessageScope, outcomes: CallOutcomes): MessageOutcome {
  const { httpError } = scope;
  const effects = effectsOf(scope);
  return httpError === undefined
    ? { kind: 'answered', outcomes, effects }
    : { kind: 'ended', error: httpError, effects };
}

const NO_EFFECTS: Effects = Object.freeze({});

function effectsOf(scope: MessageScope): Effects {
  const { head } = scope;
  const http = httpEffects(scope);
  if (scope.hasWorkAfterResponse || scope.hasUnfinished) {
    return { head, http, afterResponse: afterResponse(scope) };
  }
  return head === undefined && http === undefined ? NO_EFFECTS : { head, http };
}

/** An `HttpError` has its own status, even if a notification wasn't accepted. */
function httpEffects(scope: MessageScope): HttpEffects | undefined {
  const failure = scope.httpError === undefined ? scope.notificationFailure : undefined;
  if (scope.rateLimit === undefined) return failure;
  const { status, headers } = scope.rateLimit.effects;
  return {
    status: status ?? failure?.status,
    headers: [...(failure?.headers ?? []), ...(headers ?? [])],
  };
}

/**
 * Ends a message that has failed outside its calls: closes the open dependencies, and responds with
 * InternalError. Never rejects.
 */
async function fail(scope: MessageScope, err: unknown): Promise<MessageOutcome> {
  scope.logger.error({ err }, 'Message failed');
  const rejected = reject('failed', new InternalError());
  if (!scope.hasWorkAfterResponse) return rejected;
  scope.firstFailure ??= { error: err };
  scope.hasSucceeded = false;
  for (const call of scope.callsToClose) await call.dependencyStack.fail(err);
  return { ...rejected, effects: { afterResponse: afterResponse(scope) } };
}

/** Responds to a message without calls whose rate limit has failed. */
function failCharge(bound: BoundEntrypoint, carrier: Carrier, err: unknown): MessageOutcome {
  const error = httpErrorOf(err, { isBatch: false, carrier });
  if (error !== undefined) return { kind: 'ended', error, effects: NO_EFFECTS };
  if (isBaseError(err)) return reject('failed', err, bound.settings.errorCodes);
  bound.logger.error({ err }, 'Message failed');
  return reject('failed', new InternalError());
}

function reject(
  reason: RejectedMessage['reason'],
  error: BaseError,
  codes?: ErrorCodes,
): RejectedMessage {
  const response = encodeThrown(error, null, codes);
  return { kind: 'rejected', reason, response, effects: NO_EFFECTS };
}

function rejectTooLarge({ settings }: BoundEntrypoint): RejectedMessage {
  const { maxBodyBytes } = settings.limits;
  const msg = `The body may contain at most ${maxBodyBytes} bytes`;
  const problem = { loc: ['<body>'], msg, type: 'body_too_large' };
  return reject('too-large', new InvalidRequest({ errors: [problem] }));
}
