import type { HttpRequest, Instrumentation, JsonRpcContext } from '@jsonrpc-kit/core';
import { type Client, getClient } from '@sentry/core';
import { isAnswered } from '../call/is-answered.js';
import { after } from '../flow/after.js';
import { captureError } from './capture-error.js';
import { inCall } from './call-span.js';
import { inRequestSpan } from './request-span.js';
import { inScopes, type Scopes } from './scopes.js';
import { TrackedRequest } from './tracked-request.js';
import type { TrackerOptions } from './tracker-options.js';
import { Transactions } from './transactions.js';

/** The hooks of one client. Where it is not the current one, they let everything pass. */
export function sentryInstrumentation(client: Client, options: TrackerOptions): Instrumentation {
  const transactions = new Transactions(client);
  const requests = new WeakMap<HttpRequest, TrackedRequest>();
  const calls = new WeakMap<JsonRpcContext, Scopes>();
  return {
    request: (request, run) => {
      if (getClient() !== client) return run();
      return inRequestSpan(request, (requestSpan) => {
        const tracked = new TrackedRequest(request, requestSpan, transactions, options);
        requests.set(request.httpRequest, tracked);
        return after(run(), (answer) => tracked.answered(answer));
      });
    },
    call: (context, run) => {
      const tracked = requests.get(context.httpRequest);
      if (tracked === undefined) return run();
      return inCall(context, tracked, (scopes) => {
        calls.set(context, scopes);
        return run();
      });
    },
    afterResponse: (context, run) => {
      const scopes = calls.get(context);
      return scopes === undefined ? run() : inScopes(scopes, run);
    },
    error: (report) => {
      const tracked = requests.get(report.httpRequest);
      if (tracked === undefined || isAnswered(report)) return;
      const scopes = report.context && calls.get(report.context);
      const capture = (): void => captureError(report, tracked.entrypoint, options);
      if (scopes === undefined) tracked.inOwnScopes(capture);
      else inScopes(scopes, capture);
    },
  };
}
