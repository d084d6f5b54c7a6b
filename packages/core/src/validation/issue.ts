import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Where in the value the issue is, in what JSON has for keys. */
export function issuePath({ path = [] }: StandardSchemaV1.Issue): (string | number)[] {
  // Not by map(), which of arktype's arrays makes no plain ones.
  return Array.from(path, (part) => {
    const key = typeof part === 'object' ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });
}

/** What a problem says of an issue, without the rejected value. */
export interface IssueText {
  readonly msg: string;
  readonly type: string;
  /** What the schema asks for. */
  readonly expected?: string | undefined;
  /** The names in the value that the issue is about, where it has one problem for each. */
  readonly keys?: readonly string[] | undefined;
}

export type DescribeIssue = (issue: StandardSchemaV1.Issue) => IssueText;

/** For a library whose issues have only a message: it may hold the value. */
export const describeAnyIssue: DescribeIssue = () => INVALID_VALUE;

const INVALID_VALUE: IssueText = { msg: 'Invalid value', type: 'invalid' };
