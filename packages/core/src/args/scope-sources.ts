import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { HttpRequest } from '../exchange/http-request.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { BackgroundTasks } from '../lifetime/background-tasks.js';
import type { ScopeSource } from './argument-source.js';

/** Collects work for after the response. */
export const backgroundTasks: ScopeSource<BackgroundTasks> = {
  kind: 'scope',
  perCall: false,
  read: (scope) => scope.backgroundTasks,
};

/** The HTTP request, with the framework's own under `native`. */
export const httpRequest: ScopeSource<HttpRequest> = {
  kind: 'scope',
  perCall: false,
  read: (scope) => scope.httpRequest,
};

/** Status, headers and cookies of the HTTP answer, which all calls of a batch share. */
export const httpResponse: ScopeSource<HttpResponse> = {
  kind: 'scope',
  perCall: false,
  read: (scope) => scope.httpResponse,
};

/** Fires on the client's disconnect, on the call's timeout and on a forced shutdown. */
export const signal: ScopeSource<AbortSignal> = {
  kind: 'scope',
  perCall: false,
  read: (scope) => scope.signal,
};

/** The context of the call. */
export const jsonRpcContext: ScopeSource<JsonRpcContext> = {
  kind: 'scope',
  perCall: true,
  read: (scope) => {
    if (scope.jsonRpcContext === undefined) {
      throw new TypeError('jsonRpcContext was read outside of a call');
    }
    return scope.jsonRpcContext;
  },
};
