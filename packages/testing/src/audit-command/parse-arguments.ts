import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { AuditOptions } from '../conformance/audit/audit-options.js';
import { isProfile, profiles } from '../conformance/case/profile.js';
import { conformanceCases } from '../conformance/cases/conformance-cases.js';
import { isTargetMethod, targetMethodNames } from '../conformance/target/target-method.js';

export interface AuditArguments {
  readonly kind: 'audit';
  readonly url: string;
  readonly options: AuditOptions;
  readonly asJson: boolean;
  /** Whether a case that could not be run counts as one that failed. */
  readonly allowsSkips: boolean;
}

export type ParsedArguments =
  | AuditArguments
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const config = {
  allowPositionals: true,
  options: {
    profile: { type: 'string' },
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

/** What the words of a command line ask for, or what is wrong with them. */
export function parseArguments(words: readonly string[]): ParsedArguments {
  try {
    return read(words);
  } catch (error) {
    // The parser of Node and the checks below both speak by what they throw.
    return { kind: 'wrong', message: (error as Error).message };
  }
}

function read(words: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({ ...config, args: [...words] });
  if (values.help) return { kind: 'help' };
  const [url, ...others] = positionals;
  if (url === undefined) throw new Error('The URL of the server is missing');
  if (others.length > 0) throw new Error(`One URL is enough, but ${others.join(' ')} came as well`);
  const { profile, only } = values;
  if (profile !== undefined && !isProfile(profile)) {
    throw new Error(`There is no profile ${profile}, only ${profiles.join(', ')}`);
  }
  const options: AuditOptions = {
    profile,
    methods: readMethods(values.method, values.without),
    headers: Object.fromEntries(values.header.map(readHeader)),
    only: only.length === 0 ? undefined : only.map(checkId),
    timeout: readCount('--timeout', values.timeout),
    maxBodyBytes: readCount('--max-body-bytes', values['max-body-bytes']),
    maxBatchSize: readCount('--max-batch-size', values['max-batch-size']),
  };
  return {
    kind: 'audit',
    url,
    options,
    asJson: values.json,
    allowsSkips: !values['no-skips'],
  };
}

function readMethods(
  given: readonly string[],
  without: readonly string[],
): NonNullable<AuditOptions['methods']> {
  const pairs = given.map((text): readonly [string, string] => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new Error(`--method takes name=own-name, not ${text}`);
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
  const methods = [...pairs, ...without.map((name) => [name, false] as const)];
  for (const [name] of methods) {
    if (isTargetMethod(name)) continue;
    throw new Error(`The audit calls no method ${name}, only ${targetMethodNames.join(', ')}`);
  }
  return Object.fromEntries(methods);
}

function readHeader(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new Error(`--header takes 'name: value', not ${text}`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

function checkId(name: string): string {
  if (conformanceCases.some(({ id }) => id === name || id.startsWith(`${name}.`))) return name;
  throw new Error(`There is no case ${name}`);
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`${option} takes a positive integer, not ${text}`);
}
