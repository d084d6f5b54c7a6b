import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { AuditOptions } from '../audit/run-audit.js';
import { type ConformanceCase, isProfile, profiles } from '../cases/conformance-case.js';
import { latestRevision, revisions } from '../cases/case-revisions.js';
import { casesNamed, casesOf } from '../cases/conformance-cases.js';
import { isTargetMethod, targetMethodNames, targetMethods } from '../cases/target-methods.js';

export interface AuditArguments {
  readonly kind: 'audit';
  readonly url: string;
  readonly options: AuditOptions;
  readonly asJson: boolean;
  readonly allowsSkips: boolean;
}

export type ParsedArguments =
  | AuditArguments
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string };

const config = {
  allowPositionals: true,
  options: {
    profile: { type: 'string' },
    revision: { type: 'string' },
    method: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    header: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    timeout: { type: 'string' },
    'max-body-bytes': { type: 'string' },
    'max-batch-size': { type: 'string' },
    'no-skips': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
} satisfies ParseArgsConfig;

export function help(): string {
  const methods = Object.entries(targetMethods)
    .map(([name, description]) => `  ${name.padEnd(14)}${description}`)
    .join('\n');
  return `jsonrpc-kit-conformance <url> [options]

Audits a JSON-RPC 2.0 server and prints a report. The exit code is 0 if the server violates no MUST,
1 if it does, and 2 if it can't be audited: the URL is wrong, the server doesn't respond or stops
responding during a case, or it rejects every request.

  --profile <name>         ${profiles.join(', ')}; each includes those before it
                           (default: ${profiles[0]})
  --revision <n>           the revision of the cases: ${revisions.join(', ')} (default: ${latestRevision})
  --method <name>=<name>   the server's name for one of the methods below; repeatable
  --without <name>         a method that the server lacks; repeatable
  --header 'name: value'   a header for every request; repeatable
  --only <id>              run only this case or group of cases; repeatable
  --timeout <ms>           time limit for each case (default: 5000)
  --max-body-bytes <n>     the server's limit, for the profile jsonrpc-kit (default: 1048576)
  --max-batch-size <n>     the server's limit; cases that need a larger batch are skipped
                           (default: 1000)
  --no-skips               exit with code 1 if a case was skipped
  --json                   print the report as JSON
  --help                   print this help

The audit calls these methods. Cases that need a missing method are skipped.

${methods}
`;
}

/** Parses the arguments of the command line. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  try {
    return parse(args);
  } catch (error) {
    return { kind: 'invalid', message: (error as Error).message };
  }
}

function parse(args: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({ ...config, args: [...args] });
  if (values.help) return { kind: 'help' };
  const [url, ...others] = positionals;
  if (url === undefined) throw new Error('The URL of the server is missing');
  if (others.length > 0) throw new Error(`Pass one URL only. Remove ${others.join(' ')}`);
  const { profile, only } = values;
  const revision = parseCount('--revision', values.revision);
  if (profile !== undefined && !isProfile(profile)) {
    throw new Error(`Unknown profile ${profile}. Use one of ${profiles.join(', ')}`);
  }
  // Also checks the revision.
  const cases = casesOf('jsonrpc-kit', revision);
  const options: AuditOptions = {
    profile,
    revision,
    methods: parseMethods(values.method, values.without),
    headers: Object.fromEntries(values.header.map(parseHeader)),
    only: only.length === 0 ? undefined : only.map((name) => checkId(name, cases)),
    timeout: parseCount('--timeout', values.timeout),
    maxBodyBytes: parseCount('--max-body-bytes', values['max-body-bytes']),
    maxBatchSize: parseCount('--max-batch-size', values['max-batch-size']),
  };
  return { kind: 'audit', url, options, asJson: values.json, allowsSkips: !values['no-skips'] };
}

function parseMethods(
  renamed: readonly string[],
  missing: readonly string[],
): NonNullable<AuditOptions['methods']> {
  const pairs = renamed.map((text): readonly [string, string] => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new Error(`--method must be name=name, not ${text}`);
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
  const methods = [...pairs, ...missing.map((name) => [name, false] as const)];
  for (const [name] of methods) {
    if (isTargetMethod(name)) continue;
    throw new Error(`The audit doesn't call ${name}. It calls ${targetMethodNames.join(', ')}`);
  }
  return Object.fromEntries(methods);
}

function parseHeader(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new Error(`--header must be 'name: value', not ${text}`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

function checkId(name: string, cases: readonly ConformanceCase[]): string {
  if (casesNamed(name, cases).length > 0) return name;
  throw new Error(`Unknown case ${name}. Use an id such as batch.empty, or a group such as batch`);
}

function parseCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`${option} must be a positive integer, not ${text}`);
}
