import { inspect } from 'node:util';
import type { HttpError } from '@jsonrpc-kit/core';
import type { SentError, SentPlainError } from './sent-error.js';

/** What was thrown, as data that can be sent to another thread. */
export function sendError(thrown: unknown): SentError {
  try {
    return send(thrown, []);
  } catch (cause) {
    // A getter of it threw.
    return send(new TypeError("What was thrown can't be read", { cause }), []);
  }
}

/** Longer chains of causes are cut. */
const MAX_DEPTH = 10;

/** `path` leads from what was thrown to this cause of it. */
function send(thrown: unknown, path: readonly Error[]): SentError {
  if (!(thrown instanceof Error)) return { kind: 'value', value: sendable(thrown) };
  if (isTypedError(thrown)) return sendTyped(thrown, path);
  if (isHttpError(thrown)) {
    const { status, detail, headers } = thrown;
    const parts = partsOf(thrown, path, ['status', 'detail', 'headers']);
    return { ...parts, kind: 'http', status, detail, headers: { ...headers } };
  }
  return sendPlain(thrown, path);
}

function sendTyped(error: TypedError, path: readonly Error[]): SentError {
  const { code, data, name } = error;
  if (isSendable(data)) {
    return { ...partsOf(error, path, ['data']), kind: 'typed', code, data };
  }
  const message = `The data of ${name} can't be sent from its worker thread; give it plain data`;
  const refusal = new TypeError(message, { cause: withoutType(error) });
  return sendPlain(refusal, path);
}

function withoutType({ name, message, stack, cause }: Error): Error {
  return Object.assign(new Error(message, { cause }), { name, stack });
}

function sendPlain(error: Error, path: readonly Error[]): SentPlainError {
  const errors =
    error instanceof AggregateError
      ? error.errors.map((one: unknown) => sendNext(one, error, path)).filter(isDefined)
      : undefined;
  const parts = partsOf(error, path, ['errors']);
  return { ...parts, kind: 'plain', builtIn: builtInOf(error), errors };
}

function partsOf(error: Error, path: readonly Error[], except: readonly string[]) {
  // Who throws may have put anything there.
  const { name, message, stack, cause } = error as Readonly<Record<keyof Error, unknown>>;
  return {
    name: textOf(name),
    message: textOf(message),
    stack: typeof stack === 'string' ? stack : undefined,
    cause: cause === undefined ? undefined : sendNext(cause, error, path),
    properties: propertiesOf(error, except),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

/** Undefined where a chain of causes leads back to itself, or on and on. */
function sendNext(thrown: unknown, outer: Error, path: readonly Error[]): SentError | undefined {
  const whole = [...path, outer];
  if (whole.length >= MAX_DEPTH || whole.includes(thrown as Error)) return undefined;
  return send(thrown, whole);
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

interface TypedError extends Error {
  readonly code: number;
  readonly data: unknown;
}

/** By its shape: a module that was bundled for its thread has a core, and so classes, of its own. */
function isTypedError(error: Error): error is TypedError {
  const { getResponse, code } = error as Partial<Record<'getResponse' | 'code', unknown>>;
  return typeof getResponse === 'function' && Number.isSafeInteger(code);
}

/** By its shape, as above. */
function isHttpError(error: Error): error is HttpError {
  const { status, headers } = error as Partial<Record<'status' | 'headers', unknown>>;
  return error.name === 'HttpError' && Number.isSafeInteger(status) && typeof headers === 'object';
}

const BUILT_INS: ReadonlySet<unknown> = new Set([
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  Error,
]);

/** The name of the nearest class that the other side has too. */
function builtInOf(error: Error): string {
  let prototype = Object.getPrototypeOf(error) as Error;
  while (!BUILT_INS.has(prototype.constructor)) {
    prototype = Object.getPrototypeOf(prototype) as Error;
  }
  return prototype.constructor.name;
}

const IN_PARTS: readonly string[] = ['name', 'message', 'stack', 'cause'];

function propertiesOf(error: Error, except: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(error).filter(
    ([key, value]) => !IN_PARTS.includes(key) && !except.includes(key) && isSendable(value),
  );
  return Object.fromEntries(entries);
}

function sendable(value: unknown): unknown {
  return isSendable(value) ? value : inspect(value);
}

/** Whether structured clone can copy it. */
function isSendable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
