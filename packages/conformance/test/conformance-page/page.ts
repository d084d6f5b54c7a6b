import { casesOf, type ConformanceCase } from '@jsonrpc-kit/conformance';
import {
  type AuditedServer,
  auditedProfile,
  type OtherResult,
  type Results,
  type ServerResults,
  urlOf,
} from '../../audited-servers/audited-servers.mjs';

/** Returns the overview of the audit of several servers, as Markdown. */
export function conformancePage(servers: readonly AuditedServer[], all: Results): string {
  const { revision, system } = all;
  const cases = casesOf(auditedProfile, revision);
  const results = resultsOf(servers, all);
  const languages = new Set(servers.map(({ language }) => language));
  const dates = results.map(({ found }) => found.date);
  return `---
description: Which rules of JSON-RPC 2.0 several servers violate, and how to repeat the audit or audit your own server.
---

# Conformance

A client written for JSON-RPC 2.0 breaks on a server that responds to notifications, drops the id of an error, or sends an
HTML page for malformed JSON. Many servers do. [\`@jsonrpc-kit/conformance\`](guide/conformance-audit.md) finds such
violations in any server over HTTP, whatever its language:

\`\`\`sh
npx @jsonrpc-kit/conformance http://127.0.0.1:8000/rpc
\`\`\`

This table shows what the audit finds in ${servers.length} servers in ${languages.size} languages, each set up as the documentation of its library shows. The
audit ran ${period(dates)} on ${system}, with revision ${revision} of [the cases](conformance-cases.md).

${table([
  ['server', 'language', 'MUST', 'SHOULD', 'HTTP: MUST', 'HTTP: SHOULD', 'skipped'],
  ...results.map(({ server, found }) => {
    const isOfProtocol = ({ profile }: ConformanceCase): boolean => profile === 'json-rpc-2.0';
    const counts = [isOfProtocol, (one: ConformanceCase) => !isOfProtocol(one)].flatMap(
      (isWanted) =>
        (['MUST', 'SHOULD'] as const).map((level) =>
          passed(
            cases.filter((one) => one.level === level && isWanted(one)),
            found,
          ),
        ),
    );
    const skipped = found.results.filter(({ status }) => status === 'skipped').length;
    return [titleOf(server, found), server.language, ...counts, `${skipped}`];
  }),
])}

- Each number says how many cases passed, of those that ran. A case is **skipped** if it calls a method that the server
  can't provide.
- **MUST** and **SHOULD** count the rules of the JSON-RPC specification. A rule is a MUST if a clause uses that word, or
  if the specification shows the exchange as an example. A rule that only follows from a definition is a SHOULD.
- **HTTP** counts additional rules of HTTP and JSON. They also test the HTTP server behind a library.

The specification discourages an id that is null or a fraction, but allows it. A server passes if it rejects the
request or repeats the id, and fails if it sends no response. jsonrpc-kit rejects such requests. The rules that only
jsonrpc-kit promises aren't part of this audit.

## What goes wrong most often

These cases fail on most servers:

${table([
  ['case', 'rule', 'servers that violate it'],
  ...mostViolated(
    cases,
    results.map(({ found }) => found),
  ).map(([one, count]) => [
    `[\`${one.id}\`](${one.clause})`,
    one.title,
    `${count} of ${servers.length}`,
  ]),
])}

## Repeat the audit

The authors of jsonrpc-kit wrote the cases, so check them: each case links to the clause that it follows from. For each
MUST that a server violates, [the findings](conformance-findings.md) show what was sent and received; the command of
the server shows that for all cases. If a library is meant to be set up in another way, or if a clause doesn't say what a
case tests, please report it.

In a clone of the repository, on Debian, install the servers with the commands in the findings. Then audit them one
after another, and write the pages:

\`\`\`sh
npm run setup && npm run build
npm run audit --prefix packages/conformance
npx vitest run --root packages/conformance conformance-page -u
\`\`\`

The order of members in a response can differ from run to run.
`;
}

/** Returns the page with the violations of each server, as Markdown. */
export function findingsPage(servers: readonly AuditedServer[], all: Results): string {
  const cases = casesOf(auditedProfile, all.revision);
  const sections = resultsOf(servers, all).map(({ server, found }) =>
    section(server, found, cases),
  );
  return `---
description: What each audited JSON-RPC server received and sent where it violates a rule of JSON-RPC 2.0, and how each was set up.
---

# Findings of the audit

These are the violations that [the audit](conformance.md) found in each server, with the commands that repeat them.

${sections.join('\n\n')}
`;
}

/** Returns the page that lists the cases, as Markdown. */
export function casesPage({ revision }: Results): string {
  const cases = casesOf(auditedProfile, revision);
  return `---
description: The requests and rules of the conformance audit, each with the clause of the specification that it follows from.
---

# Cases of the audit

Every server in [the audit](conformance.md) gets the same requests. These are the ${cases.length} cases of revision ${revision}:

${table([
  ['case', 'profile', 'level', 'rule'],
  ...cases.map(({ id, clause, profile, level, title }) => [
    `[\`${id}\`](${clause})`,
    profile,
    level,
    title,
  ]),
])}
`;
}

/** Pairs each server with its results. */
function resultsOf(
  servers: readonly AuditedServer[],
  { servers: audited }: Results,
): readonly { readonly server: AuditedServer; readonly found: ServerResults }[] {
  return servers.map((server) => {
    const found = audited.find(({ id }) => id === server.id);
    if (found === undefined) throw new Error(`results.json lacks ${server.id}. Run: npm run audit`);
    return { server, found };
  });
}

/** The cases that most servers violate, the most frequent first. */
function mostViolated(
  cases: readonly ConformanceCase[],
  audited: readonly ServerResults[],
): readonly (readonly [ConformanceCase, number])[] {
  const countOf = ({ id }: ConformanceCase): number =>
    audited.filter(({ results }) =>
      results.some((result) => result.id === id && result.status !== 'skipped'),
    ).length;
  return cases
    .map((one) => [one, countOf(one)] as const)
    .filter(([, count]) => count > audited.length / 2)
    .toSorted(([, a], [, b]) => b - a);
}

/** Formats the first and the last of some dates. */
function period(dates: readonly string[]): string {
  const sorted = dates.toSorted();
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function titleOf(server: AuditedServer, { version }: ServerResults): string {
  const { id, name = id, variant, npm = '' } = server;
  if (npm.startsWith('@jsonrpc-kit/')) return 'jsonrpc-kit';
  return `${name} ${version}${variant === undefined ? '' : `, ${variant}`}`;
}

function passed(cases: readonly ConformanceCase[], { results }: ServerResults): string {
  const others = results.filter(({ id }) => cases.some((one) => one.id === id));
  const skipped = others.filter(({ status }) => status === 'skipped');
  return `${cases.length - others.length} of ${cases.length - skipped.length}`;
}

function section(
  server: AuditedServer,
  found: ServerResults,
  cases: readonly ConformanceCase[],
): string {
  const { setup, language, install, build, start } = server;
  const commands = [install, build, `${start} &`, auditCommand(server)];
  const violations = found.results.filter(({ status }) => status !== 'skipped');
  const caseOf = ({ id }: OtherResult): ConformanceCase => {
    const one = cases.find((candidate) => candidate.id === id);
    if (one === undefined) throw new Error(`results.json has an unknown case ${id}`);
    return one;
  };
  const isMust = (result: OtherResult): boolean => caseOf(result).level === 'MUST';
  const lines = violations.filter(isMust).map((result) => violation(result, caseOf(result)));
  const should = violations.filter((result) => !isMust(result)).map(({ id }) => `\`${id}\``);
  if (should.length > 0) lines.push(`- SHOULD: ${should.join(', ')}`);
  const count = violations.length === 0 ? 'no violations' : `${violations.length} violations`;
  return [
    `::: details ${titleOf(server, found).replaceAll('`', '')} (${language}): ${count}`,
    `Setup: ${setup}.`,
    `\`\`\`sh\n${commands.filter((command) => command !== undefined).join('\n')}\n\`\`\``,
    [...lines, ...skippedLine(found)].join('\n'),
    ':::',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function auditCommand(server: AuditedServer): string {
  const { methods = {}, without = [] } = server;
  const options = [
    ...Object.entries(methods).map(([name, own]) => ` --method ${name}=${own}`),
    ...without.map((name) => ` --without ${name}`),
  ];
  const url = urlOf(server);
  return `npx @jsonrpc-kit/conformance ${url} --profile ${auditedProfile}${options.join('')}`;
}

/** Names the clause, the request and the response that was observed. */
function violation(
  { id, sent = '', received = '', problem = '' }: OtherResult,
  one: ConformanceCase,
): string {
  return `- [\`${id}\`](${one.clause}): ${code(problem)}
  - sent: ${code(sent)}
  - received: ${code(received)}`;
}

function skippedLine({ results }: ServerResults): readonly string[] {
  const skipped = results.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return [];
  const ids = skipped.map(({ id }) => `\`${id}\``).join(', ');
  return [`- Skipped, because they call methods that the server can't provide: ${ids}`];
}

const MAX_LENGTH = 120;

/** Formats text that a server sent as code. */
function code(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\uFFFD]+/gu, ' ').replaceAll('`', "'");
  const short = visible.length <= MAX_LENGTH ? visible : `${visible.slice(0, MAX_LENGTH)}…`;
  return `\`${short.trim()}\``;
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
