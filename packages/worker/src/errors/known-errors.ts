import {
  Entrypoint,
  type ErrorClass,
  InternalError,
  InvalidParams,
  InvalidRequest,
  type JsonRpcContext,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  RequestTimeout,
} from '@jsonrpc-kit/core';

const STANDARD: readonly ErrorClass[] = [
  InternalError,
  InvalidParams,
  InvalidRequest,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  RequestTimeout,
];

/** The classes that an error may be of which was thrown for this call, the likeliest first. */
export function knownErrors(
  context: JsonRpcContext | undefined,
  ofModule: readonly ErrorClass[],
): readonly ErrorClass[] {
  const { entrypoint, methodRoute } = context ?? {};
  const ofEntrypoint = entrypoint instanceof Entrypoint ? entrypoint.settings.errors : [];
  return [...(methodRoute?.errors ?? []), ...ofEntrypoint, ...ofModule, ...STANDARD];
}
