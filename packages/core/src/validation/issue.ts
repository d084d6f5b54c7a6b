import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Returns the path of the invalid value, with every key as a number or a string. */
export function issuePath({ path = [] }: StandardSchemaV1.Issue): (string | number)[] {
  // The map() of arktype's arrays doesn't return a plain array.
  return Array.from(path, (part) => {
    const key = typeof part === 'object' ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });
}

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

/** Describes an issue of an unknown library, whose message may contain the value. */
export const describeAnyIssue: DescribeIssue = () => INVALID_VALUE;

const INVALID_VALUE: IssueText = { msg: 'Invalid value', type: 'invalid' };
