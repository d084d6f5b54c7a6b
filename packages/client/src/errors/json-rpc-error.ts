/** The `error` member of a response object (JSON-RPC 2.0, section 5.1). */
export interface JsonRpcErrorObject<Code extends number = number, Data = unknown> {
  /** An integer that identifies the kind of error. */
  readonly code: Code;
  /** A short description. */
  readonly message: string;
  /** Additional information about the error. */
  readonly data?: Data;
}

/**
 * The server sent an error response. `code`, `message` and `data` are those of the response.
 *
 * ```ts
 * if (error instanceof JsonRpcError && error.code === 6001) …
 * ```
 */
export class JsonRpcError<const Code extends number = number, Data = unknown> extends Error {
  static {
    this.prototype.name = 'JsonRpcError';
  }

  /** Identifies the kind of error, and narrows the type of `data`. */
  readonly code: Code;
  /** The `data` of the response, or undefined. The client does not validate it. */
  readonly data: Data;
  /** The name of the method that was called. */
  readonly method: string;

  /** @param options `cause`: the HTTP error, if the server rejected the whole HTTP request with one */
  constructor(error: JsonRpcErrorObject<Code, Data>, method: string, options?: ErrorOptions) {
    super(error.message, options);
    this.code = error.code;
    // The declared type includes undefined if the server omits the member.
    this.data = error.data as Data;
    this.method = method;
  }
}

/** An entry of `data.errors` in the responses of jsonrpc-kit servers. */
export interface Problem {
  /** The path: `['amount']`, `['items', 0, 'sku']`, `['<header>', 'auth-token']`. */
  readonly loc: readonly (string | number)[];
  /** A human-readable description. */
  readonly msg: string;
  /** A machine-readable word: `'missing'`, `'string'`, `'gt_value'`. */
  readonly type: string;
  /** Details from the schema, such as `{ expected: '>=1' }`. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}

/** The `data` of InvalidRequest and InvalidParams in the responses of jsonrpc-kit servers. */
export interface ProblemsData {
  /** All problems of the call. */
  readonly errors?: readonly Problem[] | undefined;
}

/** The errors that every method can respond with, whether it declares them or not. */
export type StandardError =
  /** Parse error */
  | JsonRpcError<-32700, undefined>
  /** Invalid Request */
  | JsonRpcError<-32600, ProblemsData | undefined>
  /** Method not found */
  | JsonRpcError<-32601, undefined>
  /** Invalid params */
  | JsonRpcError<-32602, ProblemsData | undefined>
  /** Internal error */
  | JsonRpcError<-32603, undefined>
  /** Request timed out on the server */
  | JsonRpcError<-32002, undefined>
  /** Limit exceeded */
  | JsonRpcError<-32005, undefined>
  /** Events lost: the history no longer contains the cursor of a subscription */
  | JsonRpcError<-32012, { readonly oldest: string | null; readonly newest: string | null }>
  /** Unauthorized: of a call in a batch; the server responds to a single call with HTTP 401 */
  | JsonRpcError<-32013, { readonly scheme?: string | undefined } | undefined>
  /** Conflict */
  | JsonRpcError<-32014, { readonly retryAfterMs: number }>
  /** Batch rolled back: another call of a batch that is one transaction failed */
  | JsonRpcError<-32015, { readonly failedIndex: number }>
  /** An HTTP error of a call on a connection, where it can't be an HTTP response */
  | JsonRpcError<-32000, { readonly status: number; readonly detail?: unknown }>
  /** Request cancelled: the client cancelled the call by a message */
  | JsonRpcError<-32800, undefined>;
