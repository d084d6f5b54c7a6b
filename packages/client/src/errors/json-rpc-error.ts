/** The `error` member of a response object (JSON-RPC 2.0, section 5.1). */
export interface ErrorObject<Code extends number = number, Data = unknown> {
  /** An integer, by which errors are told apart. */
  readonly code: Code;
  /** A short sentence. */
  readonly message: string;
  /** What the error says beside that; absent where it is nothing. */
  readonly data?: Data;
}

/**
 * The server answered with an error: `code`, `message` and `data` are those of the answer.
 *
 * ```ts
 * if (error instanceof JsonRpcError && error.code === 6001) …
 * ```
 */
export class JsonRpcError<const Code extends number = number, Data = unknown> extends Error {
  static {
    this.prototype.name = 'JsonRpcError';
  }

  /** By which the errors of a method are told apart, and `data` is narrowed. */
  readonly code: Code;
  /** What stood in the answer, unchecked; undefined where there was none. */
  readonly data: Data;
  /** The method that was called. */
  readonly method: string;

  constructor(error: ErrorObject<Code, Data>, method: string) {
    super(error.message);
    this.code = error.code;
    // Without the member the declared type of data has undefined in it.
    this.data = error.data as Data;
    this.method = method;
  }
}
