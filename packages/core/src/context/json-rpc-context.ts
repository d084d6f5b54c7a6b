import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { Logger } from '../logging/logger.js';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcErrorObject, JsonRpcResponse } from '../jsonrpc/response.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ErrorClass } from '../errors/base-error.js';

/** A response that a middleware assigns; `jsonrpc` and `id` remain the call's own. */
export type AssignedResponse =
  | { readonly result: unknown }
  | { readonly error: JsonRpcErrorObject };

/** The current call, as middlewares and the `jsonRpcContext` source receive it. */
export interface JsonRpcContext<Request extends JsonRpcRequest = JsonRpcRequest> {
  /** The request as it was parsed, not validated; may have any JSON type. */
  readonly rawRequest: unknown;
  /** The validated request; undefined if the request is invalid. */
  readonly request: Request | undefined;
  /**
   * The response; undefined until the handler has ended. It can be mutated and assigned. Assigning it
   * clears `exception`. Changes to the response of a replay are ignored.
   */
  get rawResponse(): JsonRpcResponse | undefined;
  set rawResponse(response: AssignedResponse);
  /** The error that the call threw; undefined if it hasn't failed. */
  readonly exception: unknown;
  /** Whether `exception` isn't a typed error, so that the client gets an InternalError. */
  readonly isUnhandledException: boolean;
  /**
   * Whether the response is the recorded one of an earlier call with the same idempotency key, so that
   * the handler did not run.
   */
  readonly isReplay: boolean;
  /** The HTTP request, with the framework's own request as `native`; calls of a batch share it. */
  readonly httpRequest: HttpRequest;
  /** Status, headers and cookies of the HTTP response; calls of a batch share it. */
  readonly httpResponse: HttpResponseHead;
  /** The method; undefined for an invalid request and for an unknown method. */
  readonly methodRoute: MethodRoute | undefined;
  /** The entrypoint that received the call. */
  readonly entrypoint: EntrypointInfo;
  /** Work for after the response. */
  readonly backgroundTasks: BackgroundTasks;
  /**
   * Fires when the client disconnects, when the call times out (its reason is then a
   * `RequestTimeout`) and on a forced shutdown. A notification ignores the disconnect, as its client
   * doesn't wait for it.
   */
  readonly signal: AbortSignal;
  /** The api's logger; its entries contain the method and the call's id. */
  readonly logger: Logger;
}

/** The entrypoint of a call. */
export interface EntrypointInfo {
  /** The URL path, without a trailing slash. */
  readonly path: string;
  /** The name in the API schemas. */
  readonly name: string;
}

/** How `params` may be sent, in OpenRPC's terms. */
export type ParamStructure = 'by-name' | 'by-position' | 'either';

/** The method of a call. */
export interface MethodRoute {
  /** The `method` of a request. */
  readonly name: string;
  /** One line for the API schemas. */
  readonly summary: string | undefined;
  /** The description in the API schemas; may be Markdown. */
  readonly description: string | undefined;
  /** The method's own tags; API schemas put the entrypoint's before them. */
  readonly tags: readonly string[];
  /** Whether the API schemas mark the method as deprecated. */
  readonly deprecated: boolean;
  /** The errors that the method declares itself, without its entrypoint's. */
  readonly errors: readonly ErrorClass[];
  /** The schema of the result; undefined if the result isn't validated. */
  readonly result: StandardSchemaV1 | undefined;
  /** Milliseconds; undefined if the entrypoint's `timeout` applies. */
  readonly timeout: number | undefined;
  /** Undefined if the entrypoint's `paramStructure` applies. */
  readonly paramStructure: ParamStructure | undefined;
  /** Whether the method runs as a notification. */
  readonly notification: boolean;
}
