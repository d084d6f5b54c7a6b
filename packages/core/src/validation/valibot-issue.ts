import type { StandardSchemaV1 } from '@standard-schema/spec';
import { AuthoredMessages, type SchemaPart } from './authored-messages.js';
import type { DescribeIssue } from './issue.js';

interface ValibotIssue extends Omit<StandardSchemaV1.Issue, 'path'> {
  readonly kind: string;
  /** The schema or action: `'string'`, `'min_value'`. */
  readonly type: string;
  readonly expected: string | null;
  readonly requirement?: unknown;
  readonly lang?: string | undefined;
  readonly path?: readonly { readonly origin?: unknown }[] | undefined;
}

/** Actions in which the application adds issues itself, and may put the value into `expected`. */
const ADDS_ISSUES = new Set(['raw_check', 'raw_transform']);

export function valibotDescriber(schema: StandardSchemaV1): DescribeIssue {
  const authored = new AuthoredMessages(schema, toSchemaPart);
  return (standardIssue) => {
    const issue = standardIssue as unknown as ValibotIssue;
    const { kind, type, message, requirement, lang } = issue;
    const expected = ADDS_ISSUES.has(type) ? undefined : (issue.expected ?? undefined);
    const label = toLabel(issue);
    const msg =
      expected === undefined ? `Invalid ${label}` : `Invalid ${label}: Expected ${expected}`;
    const withoutValue = { kind, type, expected, requirement, lang, received: '', message: msg };
    return { msg: authored.include(message, withoutValue) ? message : msg, type, expected };
  };
}

function toLabel({ kind, type, path }: ValibotIssue): string {
  if (path?.at(-1)?.origin === 'key') return 'key';
  if (kind === 'schema') return 'type';
  return LABELS[type] ?? type.replace(/^(?:min|max|gt|lt|not)_/, '').replaceAll('_', ' ');
}

/** The labels of actions whose name doesn't describe the invalid part of a value. */
const LABELS: Readonly<Record<string, string | undefined>> = {
  check: 'input',
  guard: 'input',
  non_empty: 'length',
  partial_check: 'input',
  raw_check: 'input',
  raw_transform: 'input',
  regex: 'format',
};

interface ValibotNode {
  readonly kind?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly getter?: unknown;
}

const KINDS = new Set<unknown>(['schema', 'validation', 'transformation', 'metadata']);
/** The members with nested nodes. Other members, such as a default, are values of the application. */
const MEMBERS = 'entries item items rest options key value wrapped pipe'.split(' ');

function toSchemaPart(value: object): SchemaPart | undefined {
  const node = value as ValibotNode & Readonly<Record<string, unknown>>;
  if (!KINDS.has(node.kind)) return undefined;
  const children = MEMBERS.map((member) => node[member]);
  return { message: node.message, children: [...children, resolveLazy(node)] };
}

function resolveLazy({ type, getter }: ValibotNode): unknown {
  if (type !== 'lazy' || typeof getter !== 'function') return undefined;
  try {
    return (getter as (input: unknown) => unknown)(undefined);
  } catch {
    return undefined;
  }
}
