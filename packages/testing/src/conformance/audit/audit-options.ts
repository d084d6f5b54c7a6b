import type { Profile } from '../case/profile.js';
import type { TargetMethod } from '../target/target-method.js';
import type { CaseResult } from './audit-report.js';

/** What a server is held to, and how it is spoken to. */
export interface AuditOptions {
  /** Which rules the server is held to. Default: `'json-rpc-2.0'`. */
  readonly profile?: Profile | undefined;
  /**
   * What the server calls the methods that the audit calls, or `false` for one that it lacks. The
   * others are looked for by their own names; what is not found counts as lacking.
   */
  readonly methods?: Readonly<Partial<Record<TargetMethod, string | false>>> | undefined;
  /** Headers for every request, as for authentication. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs only the cases of these ids, or whose ids begin with one of these and a dot. */
  readonly only?: readonly string[] | undefined;
  /** Milliseconds for a case. Default: 5,000. */
  readonly timeout?: number | undefined;
  /** How many cases run at once. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Ends the audit; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Where a function is audited: the URL of its requests. Default: `'http://localhost/'`. */
  readonly url?: string | URL | undefined;
  /** The server's limit, for the profile `jsonrpc-kit`. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The server's limit: cases that need a larger batch are skipped. Default: 1000. */
  readonly maxBatchSize?: number | undefined;
  /** Is told of each case when it has ended. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}
