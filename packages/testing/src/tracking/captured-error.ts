import {
  BaseError,
  Entrypoint,
  type EntrypointInfo,
  type ErrorClass,
  type JsonRpcContext,
  type JsonRpcErrorResponse,
  LimitExceeded,
  type MethodRoute,
  RequestTimeout,
} from '@jsonrpc-kit/core';

/** An error that a call was answered with, or would have been had it been no notification. */
export interface CapturedError {
  /** Undefined where the call reached no method. */
  readonly methodRoute: MethodRoute | undefined;
  /** The name that was called, where the request was a valid one. */
  readonly calledName: string | undefined;
  readonly entrypoint: EntrypointInfo;
  readonly response: JsonRpcErrorResponse;
  readonly isNotification: boolean;
  /** What was thrown, where that became the answer. */
  readonly exception: unknown;
  /** Has the stack of the code that sent the request; undefined where no test client sent it. */
  readonly place: Error | undefined;
}

/** Of a call that has ended; undefined where it succeeded, or threw what is no typed error. */
export function capturedErrorOf(context: JsonRpcContext, place?: Error): CapturedError | undefined {
  const { methodRoute, entrypoint, exception, request, rawResponse: response } = context;
  if (response === undefined || !('error' in response) || context.isUnhandledException) {
    return undefined;
  }
  return {
    methodRoute,
    calledName: request?.method,
    entrypoint,
    response,
    isNotification: isNotification(context),
    exception,
    place,
  };
}

/** Of a request that was refused before any call of it began. */
export function refusalOf(
  entrypoint: EntrypointInfo,
  response: JsonRpcErrorResponse,
  place?: Error,
): CapturedError {
  const none = { methodRoute: undefined, calledName: undefined, exception: undefined };
  return { ...none, entrypoint, response, isNotification: false, place };
}

export function isNotification({ request }: JsonRpcContext): boolean {
  return request !== undefined && request.id === undefined;
}

export function errorsOfEntrypoint(entrypoint: EntrypointInfo): readonly ErrorClass[] {
  return entrypoint instanceof Entrypoint ? entrypoint.settings.errors : [];
}

/** What method and entrypoint declare together. */
export function declaredErrors({ methodRoute, entrypoint }: CapturedError): readonly ErrorClass[] {
  return [...errorsOfEntrypoint(entrypoint), ...(methodRoute?.errors ?? [])];
}

export function isDeclared(captured: CapturedError): boolean {
  const { code } = captured.response.error;
  return declaredErrors(captured).some((declared) => declared.code === code);
}

/** The class of the error; undefined where a middleware has put one there that is no standard one. */
export function classNameOf({ exception, response: { error } }: CapturedError): string | undefined {
  if (exception instanceof BaseError) return exception.name;
  return STANDARD_ERRORS.find(({ code }) => code === error.code)?.name;
}

const STANDARD_ERRORS: readonly ErrorClass[] = [
  ...Entrypoint.defaultErrors,
  LimitExceeded,
  RequestTimeout,
];
