import type { ConformanceCase, Profile } from '../cases/conformance-case.js';
import { latestRevision } from '../cases/case-revisions.js';
import { casesNamed, casesOf } from '../cases/conformance-cases.js';
import type { TargetMethod } from '../cases/target-methods.js';
import type { ReceivedResponse } from '../http/received-response.js';
import {
  type FetchFunction,
  fetchTransport,
  type Transport,
  urlTransport,
} from '../http/transport.js';
import { AuditTargetError, isResponding, reachServer } from './reach-server.js';
import { type AuditReport, type CaseResult, countStatuses } from './report.js';
import { raceSignal, runCase } from './run-case.js';

/** Options for {@link runAudit}. */
export interface AuditOptions {
  /** The rules to check. Default: `'json-rpc-2.0'`. */
  readonly profile?: Profile | undefined;
  /** The revision of the cases. Reports of one revision are comparable. Default: the latest. */
  readonly revision?: number | undefined;
  /**
   * The server's names for the methods that the audit calls, or `false` for one that it lacks.
   * Default: the audit looks for each method by its own name.
   */
  readonly methods?: Readonly<Partial<Record<TargetMethod, string | false>>> | undefined;
  /** Headers for every request, such as credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs only the cases with these ids, or in these groups: `['batch', 'id.null']`. */
  readonly only?: readonly string[] | undefined;
  /** The time limit for each case, in milliseconds. Default: 5,000. */
  readonly timeout?: number | undefined;
  /** The number of cases that run at the same time. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Stops the audit, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The URL of the requests to an audited function. Default: `'http://localhost/'`. */
  readonly url?: string | URL | undefined;
  /** The server's body limit in bytes, for the profile `jsonrpc-kit`. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The server's limit of calls in a batch. Cases that need a larger batch are skipped. Default: 1,000. */
  readonly maxBatchSize?: number | undefined;
  /** Called with the result of each case as soon as the case has finished. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/**
 * Audits a JSON-RPC server at a URL, or a function that responds like `fetch`. Cases that need a
 * connection are skipped for a function. A failing case doesn't affect the others, unless the server no
 * longer responds after it. The audit then ends, and the report has the member `stopped`.
 *
 * ```ts
 * const report = await runAudit('http://127.0.0.1:8000/rpc', { profile: 'json-rpc-over-http' });
 * console.log(formatReport(report));
 * ```
 *
 * @throws AuditTargetError if the URL is invalid, no server responds, or it rejects every request,
 *   because of a wrong path or missing credentials for instance
 * @throws RangeError if there is no such revision of the cases
 */
export async function runAudit(
  target: string | URL | ((request: Request) => Response | Promise<Response>),
  options: AuditOptions = {},
): Promise<AuditReport> {
  const { profile = 'json-rpc-2.0', revision = latestRevision, signal } = options;
  const { maxBodyBytes = 1024 * 1024, maxBatchSize = 1000, concurrency = 4 } = options;
  const cases = selectCases(casesOf(profile, revision), options);
  const transport = transportTo(target, options);
  const call = (method: string): Promise<ReceivedResponse> => {
    const limit = caseSignal(options);
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method, params: {}, id: 'probe' }));
    const headers = [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
    ] as const;
    return raceSignal(transport.send({ verb: 'POST', path: '', headers, body }, limit), limit);
  };
  const methods = await reachServer({
    target: transport.name,
    methods: options.methods,
    signal,
    call,
  });
  const settings = { methods, maxBodyBytes, maxBatchSize };
  const unfinished = new Set<ConformanceCase>();
  let hasStopped = false;
  let probing: Promise<boolean> | undefined;
  const all = await mapConcurrently(cases, concurrency, async (one) => {
    // The verdicts of a server that has ended would all be wrong.
    await probing;
    if (hasStopped) return undefined;
    signal?.throwIfAborted();
    unfinished.add(one);
    const result = await runCase(one, { settings, transport, signal: caseSignal(options) });
    if (result.status === 'fail' || result.status === 'warn') {
      probing = isResponding(call, { timeout: options.timeout ?? DEFAULT_TIMEOUT, signal });
      if (!(await probing)) hasStopped = true;
      if (hasStopped) return undefined;
    }
    unfinished.delete(one);
    options.onResult?.(result);
    return result;
  });
  signal?.throwIfAborted();
  const results = all.filter((result) => result !== undefined);
  const counts = countStatuses(results);
  const stopped = hasStopped
    ? {
        during: cases.filter((one) => unfinished.has(one)).map(({ id }) => id),
        withoutVerdict: cases.length - results.length,
      }
    : undefined;
  const passed = counts.fail === 0 && !hasStopped;
  const report = { target: transport.name, profile, revision, methods, results, counts, passed };
  return stopped === undefined ? report : { ...report, stopped };
}

function transportTo(target: string | URL | FetchFunction, options: AuditOptions): Transport {
  const extraHeaders = Object.entries(options.headers ?? {});
  if (typeof target !== 'function') return urlTransport(parseUrl(target), extraHeaders);
  return fetchTransport(target, parseUrl(options.url ?? 'http://localhost/'), extraHeaders);
}

function parseUrl(target: string | URL): URL {
  const text = String(target);
  if (!URL.canParse(text)) throw new AuditTargetError(`"${text}" is not a URL`);
  const url = new URL(text);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new AuditTargetError(`"${url.href}" is not a URL of http: or https:`);
}

const DEFAULT_TIMEOUT = 5_000;

function caseSignal({ timeout = DEFAULT_TIMEOUT, signal }: AuditOptions): AbortSignal {
  const limit = AbortSignal.timeout(timeout);
  return signal === undefined ? limit : AbortSignal.any([limit, signal]);
}

function selectCases(
  cases: readonly ConformanceCase[],
  { only }: AuditOptions,
): readonly ConformanceCase[] {
  if (only === undefined) return cases;
  const selected = new Set(only.flatMap((name) => casesNamed(name, cases)));
  return cases.filter((one) => selected.has(one));
}

/** Returns the results in the order of the items. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return results;
}
