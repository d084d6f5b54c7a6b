import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { Logger } from '../logging/logger.js';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcErrorObject, JsonRpcResponse } from '../jsonrpc/response.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ErrorClass } from '../errors/base-error.js';

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
  readonly httpResponse: HttpResponseHead;
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

/** The entrypoint of a call, as its context shows it. */
export interface EntrypointInfo {
  /** The URL path, without a trailing slash. */
  readonly path: string;
  /** Its name in the documents. */
  readonly name: string;
}

/** How `params` may be given, in OpenRPC's words. */
export type ParamStructure = 'by-name' | 'by-position' | 'either';

/** The method that a call is for, as its context shows it. */
export interface MethodRoute {
  /** The wire's `method`. */
  readonly name: string;
  /** A line for the documents. */
  readonly summary: string | undefined;
  /** For the documents, which take Markdown. */
  readonly description: string | undefined;
  /** Its own; the documents put the entrypoint's before them. */
  readonly tags: readonly string[];
  /** Whether the documents mark it so. */
  readonly deprecated: boolean;
  /** Those that it declares itself, without its entrypoint's. */
  readonly errors: readonly ErrorClass[];
  /** The schema of its result; undefined where nothing is checked. */
  readonly result: StandardSchemaV1 | undefined;
  /** Milliseconds; undefined where the entrypoint's holds. */
  readonly timeout: number | undefined;
  /** Undefined where the entrypoint's holds. */
  readonly paramStructure: ParamStructure | undefined;
  /** Whether it runs as a notification. */
  readonly notification: boolean;
}
