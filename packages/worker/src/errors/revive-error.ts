import { defineError, type ErrorClass, HttpError } from '@jsonrpc-kit/core';
import type { SentError, SentHttpError, SentPlainError, SentTypedError } from './sent-error.js';

/**
 * What was thrown on a thread, with that thread's stack. A typed error is of the class among the
 * `known` ones that has its code; without one it is a `BaseError` of no class in particular, so that
 * its answer is the same.
 */
export function reviveError(sent: SentError, known: readonly ErrorClass[]): unknown {
  if (sent.kind === 'value') return sent.value;
  const { name, message, stack, properties } = sent;
  const cause = sent.cause === undefined ? undefined : { cause: reviveError(sent.cause, known) };
  const error = errorOf(sent, known, cause);
  for (const [key, value] of Object.entries(properties)) define(error, key, value, true);
  define(error, 'message', message);
  define(error, 'stack', stack);
  if (error.name !== name) define(error, 'name', name);
  return error;
}

function errorOf(
  sent: Exclude<SentError, { kind: 'value' }>,
  known: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  switch (sent.kind) {
    case 'typed':
      return typedError(sent, known, options);
    case 'http':
      return httpError(sent, options);
    case 'plain':
      return plainError(sent, known, options);
  }
}

/** Has what the constructor of a BaseError puts into an instance, and asks for no data. */
class Carrier extends defineError({ code: 0, message: '' }) {}

function typedError(
  { name, code, message, data }: SentTypedError,
  known: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  const withCode = known.filter((Known) => Known.code === code);
  const Class =
    withCode.find((Known) => Known.name === name) ??
    withCode[0] ??
    class extends defineError({ code, message }) {};
  // The constructor of the class was called on the thread: it may take something else than data,
  // and the data's schema, which may transform, was applied there.
  const error = Object.setPrototypeOf(new Carrier(undefined, options), Class.prototype) as Error;
  define(error, 'data', data, true);
  return error;
}

function httpError(
  { status, detail, headers }: SentHttpError,
  options: ErrorOptions | undefined,
): HttpError {
  return new HttpError(status, detail, headers, options);
}

const BUILT_INS = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

function plainError(
  { builtIn, message, errors }: SentPlainError,
  known: readonly ErrorClass[],
  options: ErrorOptions | undefined,
): Error {
  if (errors !== undefined) {
    const revived = errors.map((error) => reviveError(error, known));
    return new AggregateError(revived, message, options);
  }
  // Where the other thread runs another version of Node it may have a class more.
  const Class = BUILT_INS[builtIn as keyof typeof BUILT_INS] ?? Error;
  return new Class(message, options);
}

function define(error: Error, key: string, value: unknown, enumerable = false): void {
  Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true });
}
