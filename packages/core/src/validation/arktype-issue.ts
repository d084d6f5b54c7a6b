import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isFromFunction } from './authored-messages.js';
import { type DescribeIssue, issuePath } from './issue.js';

/** An issue of arktype. Most of its texts are getters that include the rejected value. */
interface ArktypeIssue extends StandardSchemaV1.Issue {
  readonly code: string;
  /** The expectation of the node; undefined if a function of the application added the issue. */
  readonly description?: string | undefined;
  readonly expected: string;
  readonly missingValueDescription?: string | undefined;
  /** Texts that the author of the schema configured, or functions that create them. */
  readonly meta?:
    | {
        readonly message?: unknown;
        readonly problem?: unknown;
        readonly expected?: unknown;
        readonly description?: unknown;
      }
    | undefined;
  /** The parts of a union or an intersection. */
  readonly errors?: readonly ArktypeIssue[] | undefined;
}

export const describeArktypeIssue: DescribeIssue = (standardIssue) => {
  const issue = standardIssue as ArktypeIssue;
  const expected = describeExpected(issue);
  const msg = expected === undefined ? 'Invalid value' : `must be ${expected}`;
  return { msg: authoredMessage(issue, msg) ?? msg, type: issue.code, expected };
};

/**
 * Describes the expectation of an issue. That of a union is joined from its parts, because its own text
 * contains their messages.
 */
function describeExpected(issue: ArktypeIssue): string | undefined {
  const { code, meta, errors, path } = issue;
  for (const authored of [meta?.expected, meta?.description]) {
    if (typeof authored === 'string') return authored;
  }
  if (errors === undefined) return describeNodeExpected(issue);
  const depth = issuePath({ message: '', path }).length;
  const parts = errors.map((part) => {
    const subpath = issuePath(part).slice(depth);
    const expected = describeExpected(part) ?? 'valid';
    return subpath.length === 0 ? expected : `${expected} at ${subpath.join('.')}`;
  });
  return [...new Set(parts)].join(code === 'union' ? ' or ' : ' and ');
}

function describeNodeExpected(issue: ArktypeIssue): string | undefined {
  // arktype reports an undeclared key like this. Any other `expected` with this code comes from the
  // application.
  if (issue.code === 'predicate' && issue.expected === 'removed') return 'removed';
  return issue.description ?? issue.missingValueDescription;
}

/** Returns the author's message if it is a text, or a function that ignores the value. */
function authoredMessage(issue: ArktypeIssue, problem: string): string | undefined {
  const { code, description: expected, meta } = issue;
  const configured = meta?.message ?? meta?.problem;
  if (typeof configured === 'string') return configured;
  if (typeof configured !== 'function') return undefined;
  const { message } = issue;
  const withoutValue = { code, problem, expected, path: [], propString: '' };
  return isFromFunction(configured, message, withoutValue) ? message : undefined;
}
