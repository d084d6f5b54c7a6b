import {
  defineError,
  type ErrorClass,
  HttpError,
  InternalError,
  InvalidParams,
  InvalidRequest,
  type JsonRpcContext,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  RequestTimeout,
  Unauthorized,
} from '@jsonrpc-kit/core';
import { isEntrypoint } from '@jsonrpc-kit/core/internal';
import {
  BUILT_IN_CLASSES,
  type SerializedError,
  type SerializedPlainError,
  type SerializedTypedError,
} from './serialize-error.js';

const STANDARD_ERRORS: readonly ErrorClass[] = [
  InternalError,
  InvalidParams,
  InvalidRequest,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  RequestTimeout,
  Unauthorized,
];

/**
 * Returns the classes of typed errors in the order of lookup: those of the method, of its entrypoint,
 * of the worker module and of the framework.
 */
export function declaredErrors(
  context: JsonRpcContext | undefined,
  moduleErrors: readonly ErrorClass[],
): readonly ErrorClass[] {
  const { entrypoint, methodRoute } = context ?? {};
  const entrypointErrors = isEntrypoint(entrypoint) ? entrypoint.settings.errors : [];
  return [...(methodRoute?.errors ?? []), ...entrypointErrors, ...moduleErrors, ...STANDARD_ERRORS];
}

/**
 * Returns the value that a function threw on a thread, with the stack of that thread. A typed error
 * becomes an instance of the class in `declared` that has its code, or otherwise a `BaseError` that
 * results in the same response.
 */
export function deserializeError(
  serialized: SerializedError,
  declared: readonly ErrorClass[],
): unknown {
  if (serialized.kind === 'value') return serialized.value;
  const { name, message, stack, properties, cause } = serialized;
  const options = cause === undefined ? undefined : { cause: deserializeError(cause, declared) };
  const error = createError(serialized, declared, options);
  for (const [key, value] of Object.entries(properties))
    define(error, key, { value, enumerable: true });
  define(error, 'message', { value: message });
  define(error, 'stack', { value: stack });
  if (error.name !== name) define(error, 'name', { value: name });
  return error;
}

function createError(
  serialized: Exclude<SerializedError, { kind: 'value' }>,
  declared: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  switch (serialized.kind) {
    case 'typed':
      return typedError(serialized, declared, options);
    case 'http': {
      const { status, detail, headers } = serialized;
      return new HttpError(status, detail, headers, options);
    }
    case 'plain':
      return plainError(serialized, declared, options);
  }
}

/** Provides instances with all members that the constructor of `BaseError` sets, without data. */
class EmptyError extends defineError({ code: 0, message: '' }) {}

function typedError(
  { name, code, message, data }: SerializedTypedError,
  declared: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  const withCode = declared.filter((Declared) => Declared.code === code);
  const Class =
    withCode.find((Declared) => Declared.name === name) ??
    withCode[0] ??
    class extends defineError({ code, message }) {};
  // The thread has called the constructor and validated the data. Calling the constructor here would
  // repeat that, and it may have parameters other than the data.
  const error = Object.setPrototypeOf(new EmptyError(undefined, options), Class.prototype) as Error;
  define(error, 'data', { value: data, enumerable: true });
  return error;
}

function plainError(
  { builtIn, message, errors }: SerializedPlainError,
  declared: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  if (errors !== undefined) {
    const deserialized = errors.map((error) => deserializeError(error, declared));
    return new AggregateError(deserialized, message, options);
  }
  const Class = BUILT_IN_CLASSES.find(({ name }) => name === builtIn) ?? Error;
  return new Class(message, options);
}

function define(error: Error, key: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(error, key, { ...descriptor, writable: true, configurable: true });
}
