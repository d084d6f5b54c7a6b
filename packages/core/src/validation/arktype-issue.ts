import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isMadeBy } from './authored-messages.js';
import { type DescribeIssue, issuePath } from './issue.js';

/** An issue of arktype; its texts are made when they are read, most of them of the value. */
interface ArktypeIssue extends StandardSchemaV1.Issue {
  readonly code: string;
  /** What the node asks for; missing where a function of the application added the issue. */
  readonly description?: string | undefined;
  readonly expected: string;
  readonly missingValueDescription?: string | undefined;
  /** What the author of the schema configured: texts, or functions that make them. */
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
  const expected = expectedOf(issue);
  const msg = expected === undefined ? 'Invalid value' : `must be ${expected}`;
  return { msg: authoredMessage(issue, msg) ?? msg, type: issue.code, expected };
};

/** The texts of a union are made of whole messages, so what its parts expect is joined anew. */
function expectedOf(issue: ArktypeIssue): string | undefined {
  const { code, meta, errors, path } = issue;
  for (const authored of [meta?.expected, meta?.description]) {
    if (typeof authored === 'string') return authored;
  }
  if (errors === undefined) return expectedOfNode(issue);
  const depth = issuePath({ message: '', path }).length;
  const parts = errors.map((part) => {
    const below = issuePath(part).slice(depth);
    const expected = expectedOf(part) ?? 'valid';
    return below.length === 0 ? expected : `${expected} at ${below.join('.')}`;
  });
  return [...new Set(parts)].join(code === 'union' ? ' or ' : ' and ');
}

function expectedOfNode(issue: ArktypeIssue): string | undefined {
  // A key that the type rejects; any other `expected` of this code comes from the application.
  if (issue.code === 'predicate' && issue.expected === 'removed') return 'removed';
  return issue.description ?? issue.missingValueDescription;
}

/** Returns the author's message where it is a text, or one that knows nothing of the value. */
function authoredMessage(issue: ArktypeIssue, problem: string): string | undefined {
  const { code, description: expected, meta } = issue;
  const configured = meta?.message ?? meta?.problem;
  if (typeof configured === 'string') return configured;
  if (typeof configured !== 'function') return undefined;
  const { message } = issue;
  const withoutValue = { code, problem, expected, path: [], propString: '' };
  return isMadeBy(configured, message, withoutValue) ? message : undefined;
}
