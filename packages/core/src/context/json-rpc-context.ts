import type { HttpRequest } from '../exchange/http-request.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { Logger } from '../flow/logger.js';
import type { BackgroundTasks } from '../lifetime/background-tasks.js';
import type { JsonRpcErrorObject, JsonRpcResponse } from '../protocol/json-rpc-response.js';
import type { JsonRpcRequest } from '../protocol/json-rpc-request.js';
import type { EntrypointInfo } from './entrypoint-info.js';
import type { MethodRoute } from './method-route.js';

/** A response to put in the place of a call's own; its `jsonrpc` and `id` are the call's anyway. */
export type AssignedResponse =
  | { readonly result: unknown }
  | { readonly error: JsonRpcErrorObject };

/** Everything about the current call: middlewares get it, and the `jsonRpcContext` source gives it. */
export interface JsonRpcContext<Request extends JsonRpcRequest = JsonRpcRequest> {
  /** The request as it was parsed, not validated: of any JSON type. */
  readonly rawRequest: unknown;
  /** The validated request; undefined where it is no valid one. */
  readonly request: Request | undefined;
  /**
   * The response as it stands: undefined until the handler has ended. It may be mutated, and
   * assigned (then `exception` is cleared, as the answer is no longer that error).
   */
  get rawResponse(): JsonRpcResponse | undefined;
  set rawResponse(response: AssignedResponse);
  /** What the call threw, where it failed. */
  readonly exception: unknown;
  /** Whether `exception` is no typed error, so that the client is told of an internal error only. */
  readonly isUnhandledException: boolean;
  /** The HTTP request, with the framework's own under `native`; the calls of a batch share it. */
  readonly httpRequest: HttpRequest;
  /** Status, headers and cookies of the answer; the calls of a batch share it. */
  readonly httpResponse: HttpResponse;
  /** Undefined for an invalid request and for an unknown method. */
  readonly methodRoute: MethodRoute | undefined;
  /** Where the call came in. */
  readonly entrypoint: EntrypointInfo;
  /** Work for after the response. */
  readonly backgroundTasks: BackgroundTasks;
  /**
   * Fires when the client disconnects, when the call's time is over (its reason is then a
   * `RequestTimeout`) and on a forced shutdown. Of a notification, whose client does not wait for
   * it, a disconnect fires nothing.
   */
  readonly signal: AbortSignal;
  /** The api's logger; its lines name the method and the id of the call. */
  readonly logger: Logger;
}
