import {
  type Carrier,
  ErrorCode,
  type Instrumentation,
  type JsonRpcContext,
} from '@jsonrpc-kit/core';
import type { InstrumentedMessage } from '@jsonrpc-kit/core/types';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { continueWith } from '@jsonrpc-kit/core/internal';
import {
  type Client,
  getClient,
  getTraceData,
  type Span,
  SPAN_STATUS_ERROR,
  type SpanStatus,
  startInactiveSpan,
  withActiveSpan,
} from '@sentry/core';
import { Attached } from '../conventions/attached.js';
import {
  callAttributes,
  callFailure,
  callName,
  type Failure,
  failureAttributes,
  isHandled,
  messageFailure,
  unreadMessage,
} from '../conventions/semantic-conventions.js';
import { captureError, setCallContext } from './error-events.js';
import { withMessageSpan } from './message-span.js';
import { currentScopes, type Scopes, withScopes } from './scopes.js';
import { TrackedMessage } from './tracked-message.js';
import type { TrackerOptions } from './tracker-options.js';
import { Transactions } from './transactions.js';

/** Creates the hooks of a Sentry client. They do nothing while another client is the current one. */
export function sentryInstrumentation(client: Client, options: TrackerOptions): Instrumentation {
  const transactions = new Transactions(client);
  const messages = new Attached<Carrier, TrackedMessage>();
  const callScopes = new Attached<JsonRpcContext, Scopes>();
  const track = (
    message: InstrumentedMessage,
    work: (tracked: TrackedMessage) => unknown,
  ): unknown =>
    withMessageSpan(message, (messageSpan) => {
      const { transactionName } = options;
      return work(new TrackedMessage({ message, messageSpan, transactions, transactionName }));
    });
  return {
    isActive: () => getClient() === client,
    request: (request, run) =>
      track(unreadMessage(request), (tracked) => {
        messages.set(request.carrier, tracked);
        return continueWith(run(), (response) => tracked.endRequest(response));
      }),
    message: (message, run) => {
      const { carrier } = message;
      const known = messages.get(carrier);
      if (known !== undefined) {
        known.message = message;
        return run();
      }
      return track(message, (tracked) => {
        messages.set(carrier, tracked);
        return continueWith(run(), (outcome) => {
          const failure = messageFailure(outcome as MessageOutcome);
          tracked.endMessage(failure && spanStatus(failure));
        });
      });
    },
    call: (context, run) => {
      const tracked = messages.get(context.carrier);
      if (tracked === undefined) return run();
      return withCallSpan(context, tracked, () => {
        callScopes.set(context, currentScopes());
        return run();
      });
    },
    afterResponse: (context, run) => {
      const scopes = callScopes.get(context);
      return scopes === undefined ? run() : withScopes(scopes, run);
    },
    error: (report) => {
      const tracked = messages.get(report.carrier);
      if (tracked === undefined || isHandled(report)) return;
      const scopes = report.context && callScopes.get(report.context);
      const capture = (): void => captureError(report, tracked.entrypointPath, options);
      if (scopes === undefined) tracked.withChildScopes(capture);
      else withScopes(scopes, capture);
    },
    propagate: (headers) => {
      if (getClient() === client) Object.assign(headers, getTraceData());
    },
  };
}

/** Runs a call in its own scopes and span, which are children of those of its message. */
function withCallSpan(
  context: JsonRpcContext,
  tracked: TrackedMessage,
  run: () => unknown,
): unknown {
  tracked.startCall(context.methodRoute?.name);
  return tracked.withChildScopes((isolationScope) => {
    setCallContext(isolationScope, context);
    const span = tracked.isSampled ? startCallSpan(context) : undefined;
    const work = (): unknown => continueWith(run(), () => endCall(span, context, tracked));
    return span === undefined ? work() : withActiveSpan(span, work);
  });
}

function startCallSpan(context: JsonRpcContext): Span {
  return startInactiveSpan({
    name: callName(context),
    op: 'rpc.server',
    attributes: { 'sentry.origin': 'auto.rpc.jsonrpc_kit', ...callAttributes(context) },
  });
}

function endCall(span: Span | undefined, context: JsonRpcContext, tracked: TrackedMessage): void {
  const failure = callFailure(context);
  const status = failure && spanStatus(failure);
  if (failure !== undefined && status !== undefined) {
    span?.setAttributes(failureAttributes(failure));
    span?.setStatus(status);
  }
  span?.end();
  tracked.endCall(status);
}

/**
 * Sentry's status names for the standard error codes. It has no names for the codes of an application.
 */
const STATUS_NAMES: ReadonlyMap<number | undefined, string> = new Map([
  [ErrorCode.ParseError, 'invalid_argument'],
  [ErrorCode.InvalidRequest, 'invalid_argument'],
  [ErrorCode.InvalidParams, 'invalid_argument'],
  [ErrorCode.MethodNotFound, 'unimplemented'],
  [ErrorCode.InternalError, 'internal_error'],
  [ErrorCode.RequestTimeout, 'deadline_exceeded'],
  [ErrorCode.LimitExceeded, 'resource_exhausted'],
  [ErrorCode.Unauthorized, 'unauthenticated'],
  [ErrorCode.Conflict, 'aborted'],
  [ErrorCode.RequestCancelled, 'cancelled'],
]);

function spanStatus({ code }: Failure): SpanStatus {
  return { code: SPAN_STATUS_ERROR, message: STATUS_NAMES.get(code) ?? 'unknown_error' };
}
