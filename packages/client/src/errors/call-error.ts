import type { WireValue } from '../methods/wire-value.js';
import type { JsonRpcError } from './json-rpc-error.js';
import type { HttpStatusError, InvalidResponseError } from './response-errors.js';
import type {
  AbortError,
  NetworkError,
  NotSentError,
  ResponseTooLargeError,
  TimeoutError,
} from './transport-errors.js';

/** One entry of `data.errors`, as servers of jsonrpc-kit send them. */
export interface Problem {
  /** The path: `['amount']`, `['items', 0, 'sku']`, `['<header>', 'auth-token']`. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** A short machine-readable word: `'missing'`, `'string'`, `'gt_value'`. */
  readonly type: string;
  /** What the schema says of it, as `{ expected: '>=1' }`. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}

/** `data` of InvalidRequest and InvalidParams, as servers of jsonrpc-kit send it. */
export interface ProblemsData {
  /** All problems of the call at once. */
  readonly errors?: readonly Problem[] | undefined;
}

/** What any method may be answered with, declared or not, by its code. */
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
  /** Request timed out, on the server */
  | JsonRpcError<-32002, undefined>
  /** Limit exceeded */
  | JsonRpcError<-32005, undefined>;

/** Where there is no JSON-RPC answer. */
export type TransportFailure =
  | NotSentError
  | NetworkError
  | HttpStatusError
  | InvalidResponseError
  | ResponseTooLargeError
  | TimeoutError
  | AbortError;

/** What the server declares of the standard errors, which are part of every `CallError` already. */
interface DeclaredStandardError {
  readonly code: StandardError['code'];
  readonly data: ProblemsData | undefined;
}

/** A class of typed errors as the client sees it; of a union, each. */
type Received<Declared> = Declared extends DeclaredStandardError
  ? never
  : Declared extends { readonly code: infer Code extends number; readonly data: infer Data }
    ? JsonRpcError<Code, WireValue<Data>>
    : never;

/** Everything that a call with these declared errors can fail with, told apart by `code`. */
export type CallError<Declared = never> = Received<Declared> | StandardError | TransportFailure;
