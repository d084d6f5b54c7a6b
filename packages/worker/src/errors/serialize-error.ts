import { inspect } from 'node:util';
import type { HttpError } from '@jsonrpc-kit/core';

/**
 * A thrown value as plain data. Structured clone, which threads use for messages, loses the class of an
 * error.
 */
export type SerializedError =
  | SerializedTypedError
  | SerializedHttpError
  | SerializedPlainError
  | SerializedValue;

interface SerializedParts {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: SerializedError | undefined;
  /** Other properties that can be cloned, such as the `code` of a system error. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A `BaseError`. */
export interface SerializedTypedError extends SerializedParts {
  readonly kind: 'typed';
  readonly code: number;
  readonly data: unknown;
}

/** An `HttpError`. */
export interface SerializedHttpError extends SerializedParts {
  readonly kind: 'http';
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Any other `Error`. */
export interface SerializedPlainError extends SerializedParts {
  readonly kind: 'plain';
  /** The name of its class in {@link BUILT_IN_CLASSES}; undefined for an `Error` of none of them. */
  readonly builtIn: string | undefined;
  /** The errors of an `AggregateError`. */
  readonly errors: readonly SerializedError[] | undefined;
}

/** The built-in subclasses of `Error`, except `AggregateError`. */
export const BUILT_IN_CLASSES: readonly ErrorConstructor[] = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

/** A thrown value that is not an error. */
export interface SerializedValue {
  readonly kind: 'value';
  readonly value: unknown;
}

/** Converts a thrown value to data that can be sent to another thread. Never throws. */
export function serializeError(thrown: unknown): SerializedError {
  try {
    return serialize(thrown, []);
  } catch (cause) {
    // A getter of the thrown value has thrown an error.
    return serialize(new TypeError("The thrown value can't be read", { cause }), []);
  }
}

/** The maximum length of a chain of causes. Longer chains are truncated. */
const MAX_DEPTH = 10;

/** @param path the thrown error and its causes, down to the error whose cause this is */
function serialize(thrown: unknown, path: readonly Error[]): SerializedError {
  if (!(thrown instanceof Error)) {
    return { kind: 'value', value: isCloneable(thrown) ? thrown : inspect(thrown) };
  }
  if (isTypedError(thrown)) return serializeTyped(thrown, path);
  if (isHttpError(thrown)) {
    const { status, detail, headers } = thrown;
    const parts = partsOf(thrown, path, ['status', 'detail', 'headers']);
    return { ...parts, kind: 'http', status, detail, headers: { ...headers } };
  }
  return serializePlain(thrown, path);
}

function serializeTyped(error: TypedError, path: readonly Error[]): SerializedError {
  const { code, data, name, message, stack, cause } = error;
  if (isCloneable(data)) {
    return { ...partsOf(error, path, ['data']), kind: 'typed', code, data };
  }
  const plain = Object.assign(new Error(message, { cause }), { name, stack });
  const problem = `The data of ${name} can't be sent from the worker thread; pass plain data`;
  return serializePlain(new TypeError(problem, { cause: plain }), path);
}

function serializePlain(error: Error, path: readonly Error[]): SerializedPlainError {
  const errors =
    error instanceof AggregateError
      ? error.errors
          .map((one: unknown) => serializeCause(one, error, path))
          .filter((one) => one !== undefined)
      : undefined;
  const parts = partsOf(error, path, ['errors']);
  const builtIn = BUILT_IN_CLASSES.find((Class) => error instanceof Class)?.name;
  return { ...parts, kind: 'plain', builtIn, errors };
}

function partsOf(
  error: Error,
  path: readonly Error[],
  ownParts: readonly string[],
): SerializedParts {
  // Application code may have assigned values of any type.
  const { name, message, stack, cause } = error as Readonly<Record<keyof Error, unknown>>;
  return {
    name: textOf(name),
    message: textOf(message),
    stack: typeof stack === 'string' ? stack : undefined,
    cause: cause === undefined ? undefined : serializeCause(cause, error, path),
    properties: propertiesOf(error, ownParts),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

/** Returns undefined for a circular or very long chain of causes. */
function serializeCause(
  thrown: unknown,
  parent: Error,
  path: readonly Error[],
): SerializedError | undefined {
  const parents = [...path, parent];
  if (parents.length >= MAX_DEPTH || parents.includes(thrown as Error)) return undefined;
  return serialize(thrown, parents);
}

interface TypedError extends Error {
  readonly code: number;
  readonly data: unknown;
}

/** Checks the shape instead of the class, because a bundled module has its own copy of the core. */
function isTypedError(error: Error): error is TypedError {
  const { getResponse, code } = error as Partial<Record<'getResponse' | 'code', unknown>>;
  return typeof getResponse === 'function' && Number.isSafeInteger(code);
}

/** Checks the shape instead of the class, like {@link isTypedError}. */
function isHttpError(error: Error): error is HttpError {
  const { status, headers } = error as Partial<Record<'status' | 'headers', unknown>>;
  return error.name === 'HttpError' && Number.isSafeInteger(status) && typeof headers === 'object';
}

const COMMON_PARTS: readonly string[] = ['name', 'message', 'stack', 'cause'];

function propertiesOf(error: Error, ownParts: readonly string[]): Record<string, unknown> {
  const parts = [...COMMON_PARTS, ...ownParts];
  const entries = Object.entries(error).filter(
    ([key, value]) => !parts.includes(key) && isCloneable(value),
  );
  return Object.fromEntries(entries);
}

/** Whether structured clone can copy a value. */
function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
