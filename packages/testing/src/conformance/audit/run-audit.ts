import type { CaseSettings, ConformanceCase } from '../case/conformance-case.js';
import { casesOf } from '../cases/conformance-cases.js';
import type { ExtraHeaders, FetchFunction, Transport } from '../target/audit-target.js';
import { fetchTransport } from '../target/fetch-transport.js';
import { requestText } from '../target/request-text.js';
import { post } from '../target/sent-request.js';
import type { MethodNames } from '../target/target-method.js';
import { urlTransport } from '../target/url-transport.js';
import type { AuditOptions } from './audit-options.js';
import { type AuditReport, type CaseResult, countStatuses } from './audit-report.js';
import { AuditTargetError } from './audit-target-error.js';
import { findMethods, type FoundMethods } from './find-methods.js';
import { findRefusal } from './find-refusal.js';
import { mapConcurrently } from './map-concurrently.js';
import { orAborted } from './or-aborted.js';
import { reasonToSkip, runCase } from './run-case.js';

/**
 * Audits a JSON-RPC server by its URL, or by a function that answers like `fetch`, which leaves out
 * what needs a connection. The cases are independent of each other; a fault in one is in the report
 * and ends nothing.
 *
 * ```ts
 * const report = await runAudit('http://127.0.0.1:8000/rpc', { profile: 'json-rpc-over-http' });
 * console.log(formatReport(report));
 * ```
 *
 * @throws AuditTargetError where the URL is none of http or https, nobody answers, or every request is
 *   refused, as for a wrong path or missing credentials
 */
export async function runAudit(
  target: string | URL | FetchFunction,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const { profile = 'json-rpc-2.0', concurrency = 4, signal } = options;
  const transport = transportTo(target, options);
  const found = await reach(transport, options);
  const settings = settingsOf(found, options);
  const results = await mapConcurrently(selected(options), concurrency, async (one) => {
    signal?.throwIfAborted();
    const result = await resultOf(one, found, settings, transport, options);
    options.onResult?.(result);
    return result;
  });
  signal?.throwIfAborted();
  const counts = countStatuses(results);
  return {
    target: transport.name,
    profile,
    methods: found,
    results,
    counts,
    passed: counts.fail === 0,
  };
}

function transportTo(target: string | URL | FetchFunction, options: AuditOptions): Transport {
  const extraHeaders: ExtraHeaders = Object.entries(options.headers ?? {});
  if (typeof target === 'function') {
    return fetchTransport(target, httpUrl(options.url ?? 'http://localhost/'), extraHeaders);
  }
  return urlTransport(httpUrl(target), extraHeaders);
}

function httpUrl(target: string | URL): URL {
  const text = String(target);
  if (!URL.canParse(text)) throw new AuditTargetError(`"${text}" is no URL`);
  const url = new URL(text);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new AuditTargetError(`"${url.href}" is a URL of neither http: nor https:`);
}

/** Sees that a server of JSON-RPC answers before anything is judged, and which methods there are. */
async function reach(transport: Transport, options: AuditOptions): Promise<FoundMethods> {
  const send = async (text: string): ReturnType<Transport['send']> => {
    const limit = caseSignal(options);
    return orAborted(transport.send(post(text), limit), limit);
  };
  const first = await send(requestText({ method: 'foobar', id: 'probe' })).catch((error) => {
    options.signal?.throwIfAborted();
    throw new AuditTargetError(`No answer from ${transport.name}: ${causeOf(error)}`, {
      cause: error,
    });
  });
  const found = await findMethods(send, options.methods);
  const refusal = await findRefusal(send, first, found);
  if (refusal !== undefined) {
    throw new AuditTargetError(`Nothing to audit at ${transport.name}: ${refusal}`);
  }
  return found;
}

/** A refused connection to a name of several addresses has its reasons in a list. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

function caseSignal({ timeout = 5_000, signal }: AuditOptions): AbortSignal {
  const limit = AbortSignal.timeout(timeout);
  return signal === undefined ? limit : AbortSignal.any([limit, signal]);
}

function settingsOf(found: FoundMethods, options: AuditOptions): CaseSettings {
  const { maxBodyBytes = 1024 * 1024, maxBatchSize = 1000 } = options;
  // A case is only run where the methods are there that it needs.
  return { methods: found as MethodNames, maxBodyBytes, maxBatchSize };
}

function selected({ profile = 'json-rpc-2.0', only }: AuditOptions): readonly ConformanceCase[] {
  const cases = casesOf(profile);
  if (only === undefined) return cases;
  return cases.filter(({ id }) => only.some((name) => id === name || id.startsWith(`${name}.`)));
}

async function resultOf(
  one: ConformanceCase,
  found: FoundMethods,
  settings: CaseSettings,
  transport: Transport,
  options: AuditOptions,
): Promise<CaseResult> {
  const reason = reasonToSkip(one, found, settings, transport);
  if (reason === undefined) return runCase(one, settings, transport, caseSignal(options));
  const { id, profile, level, title, clause } = one;
  return { id, profile, level, title, clause, status: 'skipped', reason };
}
