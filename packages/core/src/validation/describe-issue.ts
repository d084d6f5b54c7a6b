import type { StandardSchemaV1 } from '@standard-schema/spec';
import { findAuthoredMessages, isAuthored } from './authored-messages.js';

/** The texts of an issue, which don't contain the rejected value. */
export interface IssueText {
  readonly msg: string;
  readonly type: string;
  /** The expectation of the schema. */
  readonly expected?: string | undefined;
  /**
   * The keys of the value that each get a problem; undefined if the issue is about the value itself.
   */
  readonly keys?: readonly string[] | undefined;
}

export type DescribeIssue = (issue: StandardSchemaV1.Issue) => IssueText;

/** The members of an issue, which differ between libraries. */
type Members = Readonly<Record<string, unknown>>;

/** The members that come from the schema, in valibot and zod. */
const SCHEMA_MEMBERS =
  'kind type requirement lang code format origin minimum maximum inclusive exact divisor values pattern prefix suffix includes'.split(
    ' ',
  );

/** Describes an issue of an unknown library, whose message may contain the value. */
export const INVALID_VALUE: IssueText = { msg: 'Invalid value', type: 'invalid' };

/** Returns a function that describes the issues of a schema without the rejected value. */
export function createDescriber(schema: StandardSchemaV1): DescribeIssue {
  const { vendor } = schema['~standard'];
  if (vendor === 'arktype') return describeArktype;
  if (vendor !== 'valibot' && vendor !== 'zod') return () => INVALID_VALUE;
  const describe = vendor === 'valibot' ? describeValibot : describeZod;
  const authored = [...findAuthoredMessages(schema)];
  return (issue) => {
    const members = issue as unknown as Members;
    const text = describe(members);
    const picked = Object.fromEntries(SCHEMA_MEMBERS.map((name) => [name, members[name]]));
    const withoutValue = { ...picked, expected: text.expected };
    const { message } = issue;
    return authored.some((source) => isAuthored(message, source, withoutValue))
      ? { ...text, msg: message }
      : text;
  };
}

function createText(type: string, label: string, expected: unknown): IssueText {
  if (typeof expected !== 'string') return { msg: `Invalid ${label}`, type };
  return { msg: `Invalid ${label}: Expected ${expected}`, type, expected };
}

function describeValibot({ kind, type, expected, path }: Members): IssueText {
  const name = String(type);
  const isKey = (path as readonly { origin?: unknown }[] | undefined)?.at(-1)?.origin === 'key';
  const action = name
    .replace(/^.*check.*$|^raw_.*$/, 'value')
    .replace(/^(?:min|max|gt|lt|not)_/, '');
  const label = isKey ? 'key' : kind === 'schema' ? 'type' : action.replaceAll('_', ' ');
  // In raw actions, the application adds issues itself, and may put the value into `expected`.
  return createText(name, label, name.startsWith('raw_') ? undefined : expected);
}

function describeZod(issue: Members): IssueText {
  const { code, origin, keys } = issue;
  const type = typeof code === 'string' ? code : INVALID_VALUE.type;
  const isSize = ['string', 'array', 'set', 'map', 'file'].includes(String(origin));
  const label = /^invalid_(type|format)$/.exec(type)?.[1] ?? (isSize ? 'size' : 'value');
  const text = createText(type, label, zodExpected(issue));
  return Array.isArray(keys) ? { ...text, msg: 'Unrecognized key', keys: keys.map(String) } : text;
}

function zodExpected(issue: Members): unknown {
  const { expected, format, values, divisor, minimum, maximum, inclusive, exact } = issue;
  if (Array.isArray(values)) return values.map(String).join(' | ');
  if (divisor !== undefined) return `a multiple of ${divisor as number}`;
  const limit = (minimum ?? maximum) as number | bigint | Date | undefined;
  if (limit === undefined) return expected ?? format;
  const comparison = `${minimum === undefined ? '<' : '>'}${inclusive === true ? '=' : ''}`;
  return `${exact === true ? '' : comparison}${String(limit)}`;
}

/** An issue of arktype. Most of its texts are getters that include the rejected value. */
interface ArktypeIssue extends StandardSchemaV1.Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  /** The expectation of the node; undefined if a function of the application added the issue. */
  readonly description?: string | undefined;
  readonly missingValueDescription?: string | undefined;
  /**
   * Texts that the author of the schema configured, or functions that create them; undefined if a function of
   * the application added the issue.
   */
  readonly meta?: Members | undefined;
  /** What arktype created the issue from. A union that it compiles to a switch has its expectation only here. */
  readonly input?: { readonly expected?: string | undefined } | undefined;
  /** The parts of a union or an intersection. */
  readonly errors?: readonly ArktypeIssue[] | undefined;
}

const describeArktype: DescribeIssue = (arktypeIssue) => {
  const issue = arktypeIssue as ArktypeIssue;
  const { code, meta } = issue;
  const expected = arktypeExpected(issue);
  const msg = expected === undefined ? INVALID_VALUE.msg : `must be ${expected}`;
  const text = { msg, type: code, expected };
  const configured = meta?.['message'] ?? meta?.['problem'];
  if (typeof configured === 'string') return { ...text, msg: configured };
  if (typeof configured !== 'function') return text;
  const withoutValue = { code, problem: msg, expected, path: [], propString: '' };
  const { message } = issue;
  return isAuthored(message, configured, withoutValue) ? { ...text, msg: message } : text;
};

function arktypeExpected(issue: ArktypeIssue): string | undefined {
  const { code, path, meta, errors } = issue;
  const authored = meta?.['expected'] ?? meta?.['description'];
  if (typeof authored === 'string') return authored;
  if (errors === undefined) {
    const ofSwitch = meta === undefined ? undefined : issue.input?.expected;
    return issue.description ?? issue.missingValueDescription ?? ofSwitch;
  }
  // A part about a member says nothing about the value itself.
  const parts = errors.map((part) =>
    part.path.length === path.length ? arktypeExpected(part) : undefined,
  );
  if (parts.includes(undefined)) return undefined;
  return [...new Set(parts)].join(code === 'union' ? ' or ' : ' and ');
}
