import type { Expectation } from '../expectations/expectation.js';

/**
 * The sets of rules that a server can be audited against. Each profile includes those before it.
 *
 * - `json-rpc-2.0`: the rules of the JSON-RPC 2.0 specification.
 * - `json-rpc-over-http`: also those of HTTP, JSON and the proposals for JSON-RPC over HTTP.
 * - `jsonrpc-kit`: also what servers of jsonrpc-kit promise.
 */
export const profiles = ['json-rpc-2.0', 'json-rpc-over-http', 'jsonrpc-kit'] as const;

/** The name of a set of rules. */
export type Profile = (typeof profiles)[number];

export function isProfile(name: string): name is Profile {
  return (profiles as readonly string[]).includes(name);
}

/** One rule, with the requests that show whether a server follows it. It is plain JSON data. */
export interface ConformanceCase {
  /** A stable name. An id is never reused for another rule. */
  readonly id: string;
  /** The narrowest profile that includes the case. */
  readonly profile: Profile;
  /**
   * Whether a violation is a failure or a warning. `MUST`: the clause uses that word, or shows this
   * exchange. `SHOULD`: the clause uses that word, or the rule follows from a definition.
   */
  readonly level: 'MUST' | 'SHOULD';
  /** The rule in words. */
  readonly title: string;
  /** Link to the clause that contains the rule. */
  readonly clause: string;
  /** Size of the largest batch that the case sends. Default: 1. */
  readonly needsBatchOf?: number;
  /** The case passes if all attempts do. */
  readonly attempts: readonly (RequestAttempt | ConnectionAttempt)[];
  /**
   * Replaces `attempts` if the server lacks a method that they call. Checks the rule as far as errors of
   * unknown methods, or the responses of the method `harmless`, can show it.
   */
  readonly fallback?: readonly (RequestAttempt | ConnectionAttempt)[];
}

/** Requests with their expectations. */
export type Attempt = ConformanceCase['attempts'][number];

/** One HTTP request with the expectation for its response. */
export interface RequestAttempt extends CaseRequest {
  /** Repeats the attempt with `{{each}}` replaced by each of these values. */
  readonly each?: readonly unknown[];
  /** What the response must look like. */
  readonly expect: Expectation;
}

/** HTTP requests that are written byte by byte to one connection, each after the previous response. */
export interface ConnectionAttempt {
  /** Repeats the attempt with `{{each}}` replaced by each of these values. */
  readonly each?: readonly unknown[];
  /** In the order in which they are sent. */
  readonly connection: readonly Exchange[];
  /** Whether the server may close the connection if its response announces it. */
  readonly mayClose?: true;
  /** Whether the server must send nothing after the last response. */
  readonly nothingAfter?: true;
}

/** A request on a connection. */
export interface Exchange extends CaseRequest {
  /** What the response must look like. */
  readonly expect?: Expectation;
  /** Whether the server may close the connection without a response. */
  readonly optional?: true;
  /** Whether the client ends its side of the connection after the request. */
  readonly halfClose?: true;
}

/**
 * An HTTP request. Bodies and paths may contain method names as `{{subtract}}`; headers, `padTo` and
 * `times` may contain the numbers `{{maxBodyBytes+1}}`, `{{maxBatchSize}}` and `{{bodyLength-1}}`.
 */
export interface CaseRequest {
  /** The HTTP method. Default: `POST`. */
  readonly verb?: string;
  /** Appended to the path of the audited URL. */
  readonly path?: string;
  /** Default: JSON as the content type and the accepted type. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body as a JSON value. */
  readonly json?: unknown;
  /** The body as text. */
  readonly text?: string;
  /** The body as bytes. */
  readonly base64?: string;
  /** Replaces `{{repeat}}` in the body. `{{index}}` counts from 1. */
  readonly repeat?: { readonly text: string; readonly times: number | string };
  /** Appends spaces until the body has this many bytes. */
  readonly padTo?: string;
  /** Compresses the body. */
  readonly gzip?: true;
  /** Sends the body in two chunks, without the last empty chunk if it is `cut-off`. */
  readonly chunked?: 'complete' | 'cut-off';
}
