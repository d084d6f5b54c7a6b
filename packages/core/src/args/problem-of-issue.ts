import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Problem } from '../protocol/problem.js';

/** What schema libraries put beside the two members that Standard Schema asks for. */
interface VendorIssue extends StandardSchemaV1.Issue {
  /** valibot's kind of check. */
  readonly type?: unknown;
  /** zod's and arktype's. */
  readonly code?: unknown;
  readonly expected?: unknown;
  /** valibot's and arktype's rendering of the rejected value. */
  readonly received?: unknown;
  readonly actual?: unknown;
}

type Vendor = string;

/** The entry of `error.data.errors` for one issue of a schema, without the rejected value. */
export function problemOfIssue(
  at: readonly (string | number)[],
  issue: StandardSchemaV1.Issue,
  vendor: Vendor,
): Problem {
  const { type, code, expected } = issue as VendorIssue;
  const path = (issue.path ?? []).map(pathKey);
  const problem = {
    loc: [...at, ...path],
    msg: messageWithoutValue(issue, vendor),
    type: [type, code].find((word) => typeof word === 'string') ?? 'invalid',
  };
  return typeof expected === 'string' ? { ...problem, ctx: { expected } } : problem;
}

function pathKey(part: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof part === 'object' ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}

/**
 * A message that an author wrote passes; the default ones of valibot and arktype render the value
 * that they reject, so theirs are cut.
 */
function messageWithoutValue(issue: VendorIssue, vendor: Vendor): string {
  const { message, expected, received, actual } = issue;
  if (vendor === 'valibot' && typeof received === 'string') {
    if (message.endsWith(` but received ${received}`)) {
      return message.slice(0, -` but received ${received}`.length);
    }
    if (message.endsWith(`: Received ${received}`)) {
      return message.slice(0, -`: Received ${received}`.length);
    }
  }
  if (vendor === 'arktype' && typeof expected === 'string' && typeof actual === 'string') {
    return `must be ${expected}`;
  }
  return message;
}
