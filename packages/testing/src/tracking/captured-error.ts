import {
  Entrypoint,
  type ErrorClass,
  isBaseError,
  isHttpError,
  type JsonRpcContext,
  LimitExceeded,
  type MethodRoute,
  RequestTimeout,
  Unauthorized,
} from '@jsonrpc-kit/core';
import type { EntrypointInfo, JsonRpcErrorResponse } from '@jsonrpc-kit/core/types';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { isEntrypoint, withErrorCodes } from '@jsonrpc-kit/core/internal';

/** The error response of a call, or of a notification if it had one. */
export interface CapturedError {
  /** Undefined if the call reached no method. */
  readonly methodRoute: MethodRoute | undefined;
  /** The method name of the request, if it was valid. */
  readonly calledName: string | undefined;
  readonly entrypoint: EntrypointInfo;
  readonly response: JsonRpcErrorResponse;
  readonly isNotification: boolean;
  /** The thrown value, if the response is made from it. */
  readonly exception: unknown;
  /** Its stack shows the code that sent the request, if a test client sent it. */
  readonly callSite: Error | undefined;
}

/** Returns the error of a finished call, unless it succeeded or threw something else than a typed error. */
export function capturedErrorOf(
  context: JsonRpcContext,
  callSite?: Error,
): CapturedError | undefined {
  const { methodRoute, entrypoint, exception, request, rawResponse: response } = context;
  if (response === undefined || !('error' in response) || context.isUnhandledException) {
    return undefined;
  }
  // On a connection, the response to an HttpError is an error response, which isn't declared.
  if (isHttpError(exception)) return undefined;
  return {
    methodRoute,
    calledName: request?.method,
    entrypoint,
    response,
    isNotification: isNotification(context),
    exception,
    callSite,
  };
}

/** Returns the error of a message that was rejected before any of its calls began. */
export function rejectionOf(
  entrypoint: EntrypointInfo,
  response: JsonRpcErrorResponse,
  callSite?: Error,
): CapturedError {
  const noCall = { methodRoute: undefined, calledName: undefined, exception: undefined };
  return { ...noCall, entrypoint, response, isNotification: false, callSite };
}

export function isNotification({ request }: JsonRpcContext): boolean {
  return request !== undefined && request.id === undefined;
}

/** Returns the error response in a body. Undefined if the body isn't one error response. */
export function errorResponseIn(body: unknown): JsonRpcErrorResponse | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const value = JSON.parse(body) as JsonRpcErrorResponse | null;
    return value?.jsonrpc === '2.0' && typeof value.error?.code === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the error response to a message that was rejected as a whole. */
export function rejectionIn(outcome: MessageOutcome): JsonRpcErrorResponse | undefined {
  if (outcome.kind !== 'rejected') return undefined;
  const { id, error } = outcome.response;
  return { jsonrpc: '2.0', id, error };
}

export function errorsOfEntrypoint(entrypoint: EntrypointInfo): readonly ErrorClass[] {
  return isEntrypoint(entrypoint) ? entrypoint.settings.errors : [];
}

/** Returns the errors that the entrypoint and the method declare. */
export function declaredErrors({ methodRoute, entrypoint }: CapturedError): readonly ErrorClass[] {
  const codes = isEntrypoint(entrypoint) ? entrypoint.settings.errorCodes : undefined;
  return [...errorsOfEntrypoint(entrypoint), ...withErrorCodes(methodRoute?.errors ?? [], codes)];
}

export function isDeclared(captured: CapturedError): boolean {
  const { code } = captured.response.error;
  return declaredErrors(captured).some((declared) => declared.code === code);
}

const STANDARD_ERRORS: readonly ErrorClass[] = [
  ...Entrypoint.defaultErrors,
  LimitExceeded,
  RequestTimeout,
  Unauthorized,
];

/** Returns the class name of the error; undefined if a middleware assigned it without a class. */
export function classNameOf({ exception, response: { error } }: CapturedError): string | undefined {
  if (isBaseError(exception)) return exception.name;
  return STANDARD_ERRORS.find(({ code }) => code === error.code)?.name;
}
