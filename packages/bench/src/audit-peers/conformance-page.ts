import type { CaseResult } from '@jsonrpc-kit/conformance';
import type { AuditedPeer } from './audit-peers.js';

/** The page on what was measured, as Markdown. */
export function conformancePage(audited: readonly AuditedPeer[]): string {
  return `---
description: What the audit of @jsonrpc-kit/testing finds in jsonrpc-kit and in servers of other makers, case by case.
---

# Conformance

What the audit of \`@jsonrpc-kit/testing\` finds in servers of three makers, each with the methods that
it calls, written as its documentation shows. Written by \`npm run audit-peers\` in \`packages/bench\`,
as measured; all of its cases are listed [below](#the-cases).

${summary(audited)}

The numbers are the cases that pass. The profile \`json-rpc-2.0\` is what that specification says itself;
HTTP has the further cases of the profile \`json-rpc-over-http\`. A MUST is what a clause obliges the
server to by that word, or an exchange that the specification shows; what only follows from a definition
is a SHOULD. Nobody is held here to what jsonrpc-kit promises on its own.

An id that is null or a fraction is discouraged by the specification, yet allowed. jsonrpc-kit refuses
both as Invalid Request; the audit lets that pass, as it does an echo, as long as there is an answer.

${audited.map(section).join('\n\n')}

## The cases

Everybody was asked the same.

${cases(audited)}
`;
}

const titleOf = ({ name, version }: AuditedPeer): string =>
  name.startsWith('@jsonrpc-kit/') ? 'jsonrpc-kit' : `${name} ${version}`;

function summary(audited: readonly AuditedPeer[]): string {
  const rows = audited.map((peer) => {
    const { results } = peer.report;
    const protocol = results.filter(({ profile }) => profile === 'json-rpc-2.0');
    const http = results.filter(({ profile }) => profile !== 'json-rpc-2.0');
    return [
      titleOf(peer),
      peer.setup,
      share(protocol, 'MUST'),
      share(protocol, 'SHOULD'),
      share(http, 'MUST'),
      share(http, 'SHOULD'),
    ];
  });
  return table(['server', 'behind HTTP', 'MUST', 'SHOULD', 'HTTP: MUST', 'HTTP: SHOULD'], rows);
}

function share(results: readonly CaseResult[], level: CaseResult['level']): string {
  const ofLevel = results.filter((result) => result.level === level);
  return `${ofLevel.filter(({ status }) => status === 'ok').length} of ${ofLevel.length}`;
}

function section(peer: AuditedPeer): string {
  const title = `## ${titleOf(peer)}, ${peer.setup}`;
  const faults = peer.report.results.filter(({ status }) => status !== 'ok');
  if (faults.length === 0) return `${title}\n\nPasses every case.`;
  const rows = faults.map((result) => [
    `[\`${result.id}\`](${result.clause})`,
    result.level,
    result.title,
    code(result.sent),
    `${result.problem ?? result.reason}${statusOf(result)}`,
  ]);
  return `${title}\n\n${table(['case', 'level', 'rule', 'sent, for one', 'so'], rows)}`;
}

/** Everything that was asked. */
function cases([first]: readonly AuditedPeer[]): string {
  const rows = (first?.report.results ?? []).map(({ id, clause, profile, level, title }) => [
    `[\`${id}\`](${clause})`,
    profile,
    level,
    title,
  ]);
  return table(['case', 'profile', 'level', 'rule'], rows);
}

/** The status of an answer that is no JSON-RPC, where it says something. */
function statusOf({ received = '' }: CaseResult): string {
  const status = received.slice(0, 3);
  return /^\d{3}$/.test(status) && status !== '200' ? ` (status ${status})` : '';
}

/** A bar would end the cell. */
function code(sent: string | undefined = ''): string {
  return `\`${sent.replaceAll('|', String.raw`\|`)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
