import type { StandardSchemaV1 } from '@standard-schema/spec';
import { issuePath } from '../errors/issue-path.js';

/** An issue of arktype. It renders the rejected value into its own texts and those of its parts. */
export interface ArkIssue extends StandardSchemaV1.Issue {
  readonly code: string;
  readonly expected: string;
  /** Its rendering of the rejected value; empty where the author of the schema left it out. */
  readonly actual: string;
  /** `message` without the path. */
  readonly problem: string;
  /** The parts of a union or an intersection. */
  readonly errors?: readonly ArkIssue[] | undefined;
}

/** `message` and `expected` as far as they hold no rejected value. */
export function arkTexts(issue: ArkIssue): { readonly msg: string; readonly expected: string } {
  const expected = expectedOf(issue);
  return { msg: isDefaultMessage(issue) ? `must be ${expected}` : issue.message, expected };
}

/** The texts of a union are made of whole messages, so what its parts expect is put together anew. */
function expectedOf(issue: ArkIssue): string {
  const { code, expected, errors } = issue;
  if (errors === undefined) return expected;
  const depth = issuePath(issue).length;
  const parts = errors.map((part) => {
    const below = issuePath(part).slice(depth);
    return below.length === 0 ? expectedOf(part) : `${expectedOf(part)} at ${below.join('.')}`;
  });
  return [...new Set(parts)].join(code === 'union' ? ' or ' : ' and ');
}

function isDefaultMessage({ message, problem, expected, actual }: ArkIssue): boolean {
  if (!message.endsWith(problem)) return false;
  const isOfParts = problem === expected || problem.startsWith(`(${actual}) must be`);
  return isOfParts || problem === `must be ${expected}${actual && ` (was ${actual})`}`;
}
