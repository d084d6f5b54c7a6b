/**
 * What was thrown on a thread, as plain data: structured clone, by which threads talk, knows of an
 * error its message and stack, and of its class nothing.
 */
export type SentError = SentTypedError | SentHttpError | SentPlainError | SentValue;

interface SentParts {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Undefined where there is none. */
  readonly cause: SentError | undefined;
  /** Whatever else stands on it and can be copied, as the `code` of a system's error. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A `BaseError`. */
export interface SentTypedError extends SentParts {
  readonly kind: 'typed';
  readonly code: number;
  readonly data: unknown;
}

/** An `HttpError`. */
export interface SentHttpError extends SentParts {
  readonly kind: 'http';
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Any other `Error`. */
export interface SentPlainError extends SentParts {
  readonly kind: 'plain';
  /** The nearest class that the language itself has. */
  readonly builtIn: string;
  /** Of an `AggregateError`. */
  readonly errors: readonly SentError[] | undefined;
}

/** Something thrown that is no error. */
export interface SentValue {
  readonly kind: 'value';
  readonly value: unknown;
}
