import { HttpError, type JsonRpcContext } from '@jsonrpc-kit/core';

/** How a call failed. */
export interface CallFailure {
  /** OpenTelemetry's `error.type`: the code of the answer, or the error's class where there is none. */
  readonly type: string;
  /** The wire's `error.code`. */
  readonly code: number | undefined;
  /** What the client is told. */
  readonly message: string;
}

/** The failure of a call that has ended; undefined where it succeeded. */
export function failureOf({ rawResponse, exception }: JsonRpcContext): CallFailure | undefined {
  if (rawResponse !== undefined && 'error' in rawResponse) {
    const { code, message } = rawResponse.error;
    return { type: String(code), code, message };
  }
  if (exception instanceof HttpError) {
    return { type: exception.name, code: undefined, message: `HTTP ${exception.status}` };
  }
  return undefined;
}
