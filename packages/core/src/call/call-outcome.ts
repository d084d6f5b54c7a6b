import type { AssignedResponse } from '../context/json-rpc-context.js';
import type { RecordedResponse } from '../di/recording.js';
import { BaseError } from '../errors/base-error.js';
import {
  type ErrorOutcome,
  findErrorObjectProblem,
  toInspectable,
  toErrorObject,
} from '../errors/error-object.js';
import { HttpError } from '../errors/http-error.js';
import { RecordedError } from '../errors/recorded-error.js';
import {
  type EncodedResponse,
  encodeError,
  encodeResult,
  parseEncodedJson,
} from '../jsonrpc/encode-response.js';
import type { RequestId } from '../jsonrpc/request.js';
import type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcResponse,
  JsonRpcSuccessResponse,
} from '../jsonrpc/response.js';

/** Whether a call has no outcome yet, or a result, an exception or an assigned response. */
type State = 'running' | 'result' | 'exception' | 'response';

/**
 * The outcome of a call and its response, which middlewares may replace. A base class instead of a
 * member, which would cost every call an allocation.
 */
export abstract class CallOutcome {
  abstract readonly id: RequestId | null;
  /** Whether the outcome is that of an earlier call with the same idempotency key. */
  abstract isReplay: boolean;

  #state: State = 'running';
  /** The result or the exception, depending on the state. */
  #outcome: unknown;
  #response: JsonRpcResponse | undefined;
  #failure: ErrorOutcome | undefined;

  /** The error that the call threw; undefined if it hasn't failed. */
  get exception(): unknown {
    return this.hasFailed ? this.#outcome : undefined;
  }

  /** Whether `exception` isn't a typed error, so that the client gets an InternalError. */
  get isUnhandledException(): boolean {
    if (!this.hasFailed || this.#outcome instanceof HttpError) return false;
    return !(this.#outcome instanceof BaseError) || this.malformedReason !== undefined;
  }

  /**
   * Why the typed error of the call can't be sent; undefined if it can, or if there is no such error.
   */
  get malformedReason(): Error | undefined {
    return this.hasFailed ? this.#errorOutcome.malformedReason : undefined;
  }

  /** Whether the call has failed with an exception. */
  get hasFailed(): boolean {
    return this.#state === 'exception';
  }

  /** Whether the call has a result, an exception or an assigned response. */
  get hasResponse(): boolean {
    return this.#state !== 'running';
  }

  succeed(result: unknown): void {
    this.#state = 'result';
    this.#outcome = jsonOf(result);
    this.#response = undefined;
  }

  /**
   * Returns the recorded result, which keeps its JSON.
   *
   * @throws the recorded error
   */
  replay({ member, json }: RecordedResponse): unknown {
    const recorded =
      member === 'result'
        ? parseEncodedJson(json)
        : new RecordedError(JSON.parse(json) as JsonRpcErrorObject);
    this.isReplay = true;
    if (recorded instanceof RecordedError) throw recorded;
    return recorded;
  }

  /** Sets the exception of the call. Setting the same error again has no effect. */
  fail(error: unknown): void {
    if (this.hasFailed && this.#outcome === error) return;
    const exception = toInspectable(error);
    // An error of a middleware, for example, replaces the recorded response.
    if (this.isReplay && !(exception instanceof RecordedError)) this.isReplay = false;
    this.#state = 'exception';
    this.#outcome = exception;
    this.#response = undefined;
    this.#failure = undefined;
  }

  /**
   * The response object, created on first access; undefined before the handler has ended, and after an
   * `HttpError`.
   */
  get rawResponse(): JsonRpcResponse | undefined {
    if (this.#state === 'running' || this.exception instanceof HttpError) return undefined;
    return (this.#response ??= this.hasFailed
      ? { jsonrpc: '2.0', id: this.id, error: this.#errorOutcome.error }
      : { jsonrpc: '2.0', id: this.id, result: this.#outcome });
  }

  set rawResponse(assigned: AssignedResponse) {
    if (this.isReplay) return;
    // Checked when the call ends, because middlewares can modify the response until then.
    const members = { jsonrpc: '2.0', id: this.id, ...assigned } as JsonRpcResponse;
    members.jsonrpc = '2.0';
    members.id = this.id;
    if ('result' in members) members.result = jsonOf(members.result);
    this.#response = members;
    this.#state = 'response';
  }

  /**
   * @throws TypeError if the response can't be encoded, or a middleware has assigned a malformed one
   */
  encode(): EncodedResponse {
    const response = this.#response;
    if (response === undefined || this.isReplay) {
      return this.hasFailed
        ? encodeError(this.id, this.#errorOutcome.error)
        : encodeResult(this.id, this.#outcome);
    }
    const problem = responseProblem(response);
    if (problem !== undefined) {
      throw new TypeError(`ctx.rawResponse is malformed: ${problem}`);
    }
    return 'error' in response
      ? encodeError(this.id, response.error)
      : encodeResult(this.id, response.result);
  }

  /** The code and message of a well-formed error response; undefined for a result. */
  get errorWithoutData(): JsonRpcErrorObject | undefined {
    const response = this.rawResponse;
    if (response === undefined || responseProblem(response) !== undefined) return undefined;
    if (!('error' in response)) return undefined;
    const { code, message } = response.error;
    return { code, message };
  }

  get #errorOutcome(): ErrorOutcome {
    return (this.#failure ??= toErrorObject(this.#outcome, this.id));
  }
}

/**
 * Returns what is wrong with a response that a middleware assigned or modified; undefined if it is
 * valid.
 */
function responseProblem(
  response: Partial<JsonRpcSuccessResponse & JsonRpcErrorResponse>,
): string | undefined {
  const [hasResult, hasError] = ['result' in response, 'error' in response];
  if (hasResult && hasError) return 'it has both result and error; assign one of them';
  if (hasResult) return undefined;
  return hasError ? findErrorObjectProblem(response.error) : 'it has neither result nor error';
}

/** Replaces undefined, which JSON can't represent: a success response always has a `result`. */
function jsonOf(result: unknown): unknown {
  return result === undefined ? null : result;
}
