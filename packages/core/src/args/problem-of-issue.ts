import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Problem } from '../protocol/problem.js';
import { issuePath } from '../errors/issue-path.js';
import { type ArkIssue, arkTexts } from './ark-issue.js';

/** What schema libraries put beside the two members that Standard Schema asks for. */
interface VendorIssue extends StandardSchemaV1.Issue {
  /** valibot's kind of check. */
  readonly type?: unknown;
  /** zod's and arktype's. */
  readonly code?: unknown;
  readonly expected?: unknown;
  /** valibot's rendering of the rejected value. */
  readonly received?: string | undefined;
}

/** The entry of `error.data.errors` for one issue of a schema, without the rejected value. */
export function problemOfIssue(
  at: readonly (string | number)[],
  issue: StandardSchemaV1.Issue,
  vendor: string,
): Problem {
  const { type, code } = issue as VendorIssue;
  const { msg, expected } = textsWithoutValue(issue, vendor);
  const problem = {
    loc: [...at, ...issuePath(issue)],
    msg,
    type: [type, code].find((word) => typeof word === 'string') ?? 'invalid',
  };
  return typeof expected === 'string' ? { ...problem, ctx: { expected } } : problem;
}

/**
 * A message that an author wrote passes; the default ones of valibot and arktype render the value
 * that they reject, so theirs are cut.
 */
function textsWithoutValue(
  issue: VendorIssue,
  vendor: string,
): { readonly msg: string; readonly expected: unknown } {
  const { message, expected, received } = issue;
  if (vendor === 'arktype') return arkTexts(issue as ArkIssue);
  if (vendor !== 'valibot') return { msg: message, expected };
  const ending = [` but received ${received}`, `: Received ${received}`].find((text) =>
    message.endsWith(text),
  );
  return { msg: ending === undefined ? message : message.slice(0, -ending.length), expected };
}
