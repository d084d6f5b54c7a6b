import { describe, expect, test } from 'vitest';
import { allFaults } from '../../../test/faults/all-faults.js';
import type { Fault } from '../../../test/fault.js';
import { limits, type Rules, rightRules } from '../../../test/rules.js';
import { rulesFunction } from '../../../test/rules-function.js';
import { rightWire, serveRules } from '../../../test/rules-server.js';
import { conformanceCases } from '../cases/conformance-cases.js';
import type { FetchFunction } from '../target/audit-target.js';
import { targetMethodNames } from '../target/target-method.js';
import type { AuditReport } from './audit-report.js';
import { runAudit } from './run-audit.js';

/** All methods are said to be there, so a fault can't hide behind a case that is skipped. */
const methods = Object.fromEntries(targetMethodNames.map((name) => [name, name]));

function audit(target: string | FetchFunction): Promise<AuditReport> {
  const url = 'http://localhost/rpc';
  return runAudit(target, { profile: 'jsonrpc-kit', timeout: 2500, methods, url, ...limits });
}

/** Over a socket where that makes a difference, for it takes its time. */
function auditWith({ rules, wire }: Pick<Fault, 'rules' | 'wire'>): Promise<AuditReport> {
  const faulty: Rules = { ...rightRules, ...rules };
  return wire === undefined
    ? audit(rulesFunction(faulty))
    : serveRules(faulty, { ...rightWire, ...wire }, audit);
}

function idsOf({ results }: AuditReport, ...statuses: readonly string[]): string[] {
  return results.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
}

describe('a server that does everything right', () => {
  test('passes every case over a socket', async () => {
    const report = await auditWith({ wire: {} });
    expect(report.results.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(report.passed).toBe(true);
  });

  test('passes as a function what needs no socket', async () => {
    const report = await auditWith({});
    const overSocket = conformanceCases.filter((one) => one.overSocket).map(({ id }) => id);
    expect(idsOf(report, 'warn', 'fail')).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(overSocket);
  });
});

const named = (isSlow: boolean): (readonly [string, Fault])[] =>
  allFaults
    .filter((fault) => (fault.isSlow ?? false) === isSlow)
    .map((fault) => [fault.name, fault] as const);

async function expectJustItsFaults(fault: Fault): Promise<void> {
  const report = await auditWith(fault);
  expect(idsOf(report, 'warn', 'fail').toSorted()).toEqual(fault.fails.toSorted());
}

describe('the cases that say so, and no others, fail for a server that', () => {
  test.each(named(false))('%s', (_, fault) => expectJustItsFaults(fault));
});

describe.concurrent('and, though it keeps the audit waiting, for one that', () => {
  test.each(named(true))('%s', { timeout: 30_000 }, (_, fault) => expectJustItsFaults(fault));
});

test('every case is failed by a fault, and every fault fails a case', () => {
  const failed = new Set(allFaults.flatMap(({ fails }) => fails));
  const ids = conformanceCases.map(({ id }) => id);
  expect(ids.filter((id) => !failed.has(id))).toEqual([]);
  expect(allFaults.filter(({ fails }) => fails.length === 0)).toEqual([]);
});
