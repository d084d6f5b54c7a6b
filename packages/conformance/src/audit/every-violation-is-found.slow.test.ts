import { describe, expect, test } from 'vitest';
import { type Behavior, correctBehavior, limits } from '../../test/behavior.js';
import { correctHttp, respondLikeFetch, serve } from '../../test/serve.js';
import { allViolations } from '../../test/violations/all.js';
import type { Violation } from '../../test/violations/violation.js';
import { conformanceCases, needsConnection } from '../cases/conformance-cases.js';
import { targetMethodNames } from '../cases/target-methods.js';
import type { FetchFunction } from '../http/transport.js';
import type { AuditReport, CaseStatus } from './report.js';
import { runAudit } from './run-audit.js';

// Named explicitly, so that no violation is hidden behind a skipped case.
const methods = Object.fromEntries(targetMethodNames.map((name) => [name, name]));

function audit(target: string | FetchFunction): Promise<AuditReport> {
  const url = 'http://localhost/rpc';
  return runAudit(target, { profile: 'jsonrpc-kit', timeout: 2500, methods, url, ...limits });
}

/** Uses a socket only for violations of HTTP, because it takes longer. */
function auditWith({ behavior, http }: Pick<Violation, 'behavior' | 'http'>): Promise<AuditReport> {
  const violating: Behavior = { ...correctBehavior, ...behavior };
  return http === undefined
    ? audit(respondLikeFetch(violating))
    : serve(violating, { ...correctHttp, ...http }, audit);
}

function idsOf({ results }: AuditReport, ...statuses: readonly CaseStatus[]): string[] {
  return results.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
}

test('a correct server passes every case over a socket', async () => {
  const report = await auditWith({ http: {} });
  expect(report.results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(report.passed).toBe(true);
});

test('a correct server as a function passes every case that needs no connection', async () => {
  const report = await auditWith({});
  expect(idsOf(report, 'warn', 'fail')).toEqual([]);
  const overConnection = conformanceCases.filter(needsConnection).map(({ id }) => id);
  expect(idsOf(report, 'skipped')).toEqual(overConnection);
});

describe('without the methods of the cases', () => {
  const lacking = Object.fromEntries(targetMethodNames.map((name) => [name, false]));
  const withFallback = conformanceCases.filter(({ fallback }) => fallback !== undefined);

  function auditWithout(
    harmless: string | false,
    { behavior, http }: Pick<Violation, 'behavior' | 'http'>,
    only?: readonly string[],
  ): Promise<AuditReport> {
    const options = {
      profile: 'jsonrpc-kit',
      timeout: 2500,
      methods: { ...lacking, harmless },
      ...(only && { only }),
      url: 'http://localhost/rpc',
      ...limits,
    } as const;
    const server: Behavior = { ...correctBehavior, ...behavior };
    return http === undefined
      ? runAudit(respondLikeFetch(server), options)
      : serve(server, { ...correctHttp, ...http }, (url) => runAudit(url, options));
  }

  test('a correct server passes every case that has a fallback', async () => {
    const { results } = await auditWithout('get_data', { http: {} });
    expect(results.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
    const partial = results.filter(({ usesFallback }) => usesFallback);
    expect(partial.map(({ id }) => id)).toEqual(withFallback.map(({ id }) => id));
  });

  test('14 cases of the specification are skipped, and 7 more without the method harmless', async () => {
    const skippedOf = async (harmless: string | false): Promise<number> => {
      const { results } = await auditWithout(harmless, {});
      return results.filter((one) => one.profile === 'json-rpc-2.0' && one.status === 'skipped')
        .length;
    };
    expect([await skippedOf('get_data'), await skippedOf(false)]).toEqual([14, 21]);
  });

  test('every fallback is violated by a server', { timeout: 60_000 }, async () => {
    const missed: string[] = [];
    for (const { id } of withFallback) {
      const violations = allViolations.filter(({ fails }) => fails.includes(id));
      const isFound = async (violation: Violation): Promise<boolean> =>
        idsOf(await auditWithout('get_data', violation, [id]), 'warn', 'fail').includes(id);
      let found = false;
      for (const violation of violations) found ||= await isFound(violation);
      if (!found) missed.push(id);
    }
    expect(missed).toEqual([]);
  });
});

async function expectFailures(_: string, violation: Violation): Promise<void> {
  const report = await auditWith(violation);
  expect(idsOf(report, 'warn', 'fail').toSorted()).toEqual(violation.fails.toSorted());
}

const named = allViolations.map((violation) => [violation.name, violation] as const);
const fast = named.filter(([, { isSlow }]) => !isSlow);
const slow = named.filter(([, { isSlow }]) => isSlow);

test.each(fast)('only the expected cases fail for a server that %s', expectFailures);

describe.concurrent('while other audits run', () => {
  test.each(slow)('only the expected cases fail for a server that %s', expectFailures);
});

test('every case is violated by a server, and every violation fails a case', () => {
  const failed = new Set(allViolations.flatMap(({ fails }) => fails));
  const ids = conformanceCases.map(({ id }) => id);
  expect(ids.filter((id) => !failed.has(id))).toEqual([]);
  expect(allViolations.filter(({ fails }) => fails.length === 0)).toEqual([]);
});
