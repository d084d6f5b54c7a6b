import type { AuditReport, CaseResult } from '@jsonrpc-kit/conformance';
import type { Peer } from './peers.js';

export interface AuditedPeer extends Peer {
  readonly version: string;
  readonly report: AuditReport;
}

/** Returns the page about the audit of several servers, as Markdown. */
export function conformancePage(audited: readonly AuditedPeer[]): string {
  const [first] = audited;
  return `---
description: What the conformance audit finds in jsonrpc-kit and in servers of other libraries, case by case.
---

# Conformance

The conformance audit was run against servers of three libraries. Each server has the methods that the
audit calls, written as the library's documentation shows. A test writes this page, and fails when the
results change; [all cases](#the-cases) are listed below.

${table([
  ['server', 'setup', 'MUST', 'SHOULD', 'HTTP: MUST', 'HTTP: SHOULD'],
  ...audited.map((peer) => {
    const { results } = peer.report;
    const protocol = results.filter(({ profile }) => profile === 'json-rpc-2.0');
    const http = results.filter(({ profile }) => profile !== 'json-rpc-2.0');
    const counts = [protocol, http].flatMap((cases) => [
      passed(cases, 'MUST'),
      passed(cases, 'SHOULD'),
    ]);
    return [titleOf(peer), peer.setup, ...counts];
  }),
])}

The numbers are the cases that pass. The profile \`json-rpc-2.0\` covers the specification, the HTTP
columns cover the further cases of the profile \`json-rpc-over-http\`. A MUST follows from that word in a
clause or from an exchange that the specification shows; a SHOULD follows from a definition. The rules
that jsonrpc-kit adds are not part of this audit.

The specification discourages an id that is null or a fraction, and allows it. jsonrpc-kit rejects both
as Invalid Request. The audit accepts a rejection and an echo, but not a missing response.

${audited.map(section).join('\n\n')}

## The cases

All servers got the same requests.

${table([
  ['case', 'profile', 'level', 'rule'],
  ...(first?.report.results ?? []).map(({ id, clause, profile, level, title }) => [
    `[\`${id}\`](${clause})`,
    profile,
    level,
    title,
  ]),
])}
`;
}

const titleOf = ({ name, version }: AuditedPeer): string =>
  name.startsWith('@jsonrpc-kit/') ? 'jsonrpc-kit' : `${name} ${version}`;

function passed(results: readonly CaseResult[], level: CaseResult['level']): string {
  const ofLevel = results.filter((result) => result.level === level);
  return `${ofLevel.filter(({ status }) => status === 'ok').length} of ${ofLevel.length}`;
}

function section(peer: AuditedPeer): string {
  const title = `## ${titleOf(peer)}, ${peer.setup}`;
  const violations = peer.report.results.filter(({ status }) => status !== 'ok');
  if (violations.length === 0) return `${title}\n\nPasses every case.`;
  const rows = violations.map((result) => [
    `[\`${result.id}\`](${result.clause})`,
    result.level,
    result.title,
    // A bar would end the cell of the table.
    `\`${(result.sent ?? '').replaceAll('|', String.raw`\|`)}\``,
    `${result.problem ?? result.reason}${statusOf(result)}`,
  ]);
  return `${title}\n\n${table([['case', 'level', 'rule', 'a request', 'violation'], ...rows])}`;
}

/** Returns the status of a response that isn't JSON-RPC, unless it is 200. */
function statusOf({ received = '' }: CaseResult): string {
  const status = received.slice(0, 3);
  return /^\d{3}$/.test(status) && status !== '200' ? ` (status ${status})` : '';
}

/** Pads the table as the formatter does. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}
