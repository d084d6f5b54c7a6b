import { casesOf, type ConformanceCase } from '@jsonrpc-kit/conformance';
import {
  type AuditedServer,
  auditedProfile,
  type OtherResult,
  type Results,
  type ServerResults,
  urlOf,
} from '../../audited-servers/audited-servers.mjs';

/** Returns the page about the audit of several servers, as Markdown. */
export function conformancePage(
  servers: readonly AuditedServer[],
  { revision, system, servers: audited }: Results,
): string {
  const cases = casesOf(auditedProfile, revision);
  const results = servers.map((server) => {
    const found = audited.find(({ id }) => id === server.id);
    if (found === undefined) throw new Error(`results.json lacks ${server.id}. Run: npm run audit`);
    return { server, found };
  });
  const languages = new Set(servers.map(({ language }) => language));
  const dates = results.map(({ found }) => found.date);
  return `---
description: Which rules of JSON-RPC 2.0 several servers violate, case by case, and how to repeat the audit or audit your own server.
outline: 2
---

# Conformance

[\`@jsonrpc-kit/conformance\`](guide/testing.md#the-conformance-audit) audits any JSON-RPC server over HTTP. Pass the
URL of your server to audit it:

\`\`\`sh
npx @jsonrpc-kit/conformance http://127.0.0.1:8000/rpc
\`\`\`

This page shows what the audit finds in ${servers.length} servers in ${languages.size} languages. Each server has the methods that the audit
calls, written in the way that the documentation of its library shows. The audit used revision ${revision} of
[the cases](#the-cases). It ran ${period(dates)} on ${system}, with the versions of npm and Debian
that the table names.

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

Each number says how many cases passed, of those that ran:

- The columns **MUST** and **SHOULD** count the rules of the JSON-RPC specification (profile \`json-rpc-2.0\`). A rule
  is a MUST if a clause uses that word, or if the specification shows the exchange as an example. A rule that only
  follows from a definition is a SHOULD.
- The columns **HTTP** count the additional rules of the profile \`json-rpc-over-http\`. Whether a server passes them
  also depends on the HTTP server behind its library.
- A case is **skipped** if it calls a method that the server can't provide.

The audit doesn't include the rules that jsonrpc-kit adds. For an id that is null or a fraction, which the
specification discourages but allows, a server passes if it rejects the request or repeats the id. It fails if it sends
no response. jsonrpc-kit rejects such requests as Invalid Request.

## Repeat the audit

In a clone of the repository, on Debian, install the servers with the commands below, and run:

\`\`\`sh
npm run setup && npm run build
npm run audit --prefix packages/conformance
npx vitest run --root packages/conformance conformance-page -u
\`\`\`

The second command starts the servers one after another, audits them, and writes the results to a file. The
third command writes this page. To audit only one server, run the commands of its section. The order of
members in a response can differ from run to run.

The authors of jsonrpc-kit wrote the cases. Each case therefore links to the clause that it follows from, and each
finding shows what was sent and received, so that you can check both. If a server isn't set up in the way that its
library intends, or if a clause doesn't say what a case tests, please report it.

${results.map(({ server, found }) => section(server, found, cases)).join('\n\n')}

## The cases

Every server gets the same requests.

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
  const lines = violations.map((result) => violation(result, cases));
  return `## ${titleOf(server, found)}

Language: ${language}. Setup: ${setup}.

\`\`\`sh
${commands.filter((command) => command !== undefined).join('\n')}
\`\`\`

${lines.length === 0 ? 'Violations: none.' : `Violations:\n\n${lines.join('\n')}`}${skippedLine(found)}`;
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
  cases: readonly ConformanceCase[],
): string {
  const one = cases.find((candidate) => candidate.id === id);
  if (one === undefined) throw new Error(`results.json has an unknown case ${id}`);
  return `- [\`${id}\`](${one.clause}) (${one.level}): ${one.title}
  - sent: ${code(sent)}
  - received: ${code(received)}
  - problem: ${code(problem)}`;
}

function skippedLine({ results }: ServerResults): string {
  const skipped = results.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return '';
  const ids = skipped.map(({ id }) => `\`${id}\``).join(', ');
  return `\n\nSkipped, because they call methods that the server can't provide: ${ids}.`;
}

const MAX_LENGTH = 160;

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
