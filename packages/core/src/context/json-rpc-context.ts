import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcErrorObject, JsonRpcResponse } from '../jsonrpc/response.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ErrorClass } from '../errors/base-error.js';

/** A response that a middleware assigns. The framework adds `jsonrpc` and the `id` of the call. */
export type AssignedResponse =
  | { readonly result: unknown }
  | { readonly error: JsonRpcErrorObject };

/** The current call, as middlewares and the `jsonRpcContext` source receive it. */
export interface JsonRpcContext<Request extends JsonRpcRequest = JsonRpcRequest> {
  /** The parsed request, not validated. May have any JSON type. */
  readonly rawRequest: unknown;
  /** The validated request; undefined if the request is invalid. */
  readonly request: Request | undefined;
  /**
   * The response; undefined until the handler has ended. Middlewares can modify or replace it.
   * Assigning a response clears `exception`.
   */
  get rawResponse(): JsonRpcResponse | undefined;
  set rawResponse(response: AssignedResponse);
  /** The error that the call threw; undefined if it hasn't failed. */
  readonly exception: unknown;
  /** Whether `exception` isn't a typed error, so that the client gets an InternalError. */
  readonly isUnhandledException: boolean;
  /**
   * Whether the response is that of an earlier call with the same idempotency key. The handler then
   * didn't run.
   */
  readonly isReplay: boolean;
  /** What brought the call: an HTTP request, a connection, a tool call or a job. Calls of a batch share it. */
  readonly carrier: Carrier;
  /**
   * The HTTP request, with the framework's own request as `native`; calls of a batch share it. Undefined
   * in a job. To read a header, use `carrier.header()`, which every call has.
   */
  readonly httpRequest: HttpRequest | undefined;
  /** Status, headers and cookies of the HTTP response; calls of a batch share them. */
  readonly httpResponse: HttpResponseHead;
  /** The method; undefined for an invalid request and for an unknown method. */
  readonly methodRoute: MethodRoute | undefined;
  /** The entrypoint that received the call. */
  readonly entrypoint: EntrypointInfo;
  /** Background tasks, which run after the response has been sent. */
  readonly backgroundTasks: BackgroundTasks;
  /**
   * Fires when the client disconnects, when the call times out (the reason is then a `RequestTimeout`),
   * and when a shutdown is forced. In a notification, it doesn't fire when the client disconnects.
   */
  readonly signal: AbortSignal;
  /** The logger of the api. Adds the method and the id of the call to each entry. */
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
  /** The tags of the method, without those of the entrypoint. */
  readonly tags: readonly string[];
  /** Whether the API schemas mark the method as deprecated. */
  readonly deprecated: boolean;
  /** The errors of the method, without those of the entrypoint. */
  readonly errors: readonly ErrorClass[];
  /** The schema of the result; undefined if the result isn't validated. */
  readonly result: StandardSchemaV1 | undefined;
  /** Milliseconds; undefined if the entrypoint's `timeout` applies. */
  readonly timeout: number | undefined;
  /** Undefined if the entrypoint's `paramStructure` applies. */
  readonly paramStructure: ParamStructure | undefined;
}
