import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  boundPath,
  boundText,
  MORE_PROBLEMS,
  type Problem,
  ProblemBudget,
} from '../jsonrpc/problem.js';
import {
  createDescriber,
  type DescribeIssue,
  INVALID_VALUE,
  type IssueText,
} from './describe-issue.js';
import { type Rejection, TOO_DEEP } from './validate.js';

/**
 * Yields the problems of a rejected value. Their texts come from the schema and never contain the
 * value.
 *
 * @param path the path of the value, such as `['<header>', 'auth-token']`
 */
export function* toProblems(
  schema: StandardSchemaV1,
  path: readonly (string | number)[],
  rejection: Rejection,
): Generator<Problem> {
  const describe = findDescriber(schema);
  for (const issue of rejection.issues) {
    const issueLocation = [...path, ...issuePath(issue)];
    const { keys, ...text } = describe(issue);
    if (keys === undefined) yield toProblem(issueLocation, text);
    else for (const key of keys) yield toProblem([...issueLocation, key], text);
  }
  if (rejection === TOO_DEEP) yield toProblem(path, TOO_DEEP_TEXT);
  else if (rejection.issues.length === 0) yield toProblem(path, INVALID_VALUE);
  if (rejection.isIncomplete === true) yield MORE_PROBLEMS;
}

/** Returns the path of the invalid value, with every key as a number or a string. */
export function issuePath({ path = [] }: StandardSchemaV1.Issue): (string | number)[] {
  // The map() of arktype's arrays doesn't return a plain array.
  return Array.from(path, (part) => {
    const key = typeof part === 'object' ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });
}

const TOO_DEEP_TEXT: IssueText = {
  msg: 'The value is nested too deeply to be validated',
  type: 'too_deep',
};

/** Returns the problems of a rejected value as one text for logs, such as `to.name: Invalid type`. */
export function describeRejection(schema: StandardSchemaV1, rejection: Rejection): string {
  return new ProblemBudget()
    .report(toProblems(schema, [], rejection))
    .map(({ loc, msg }) => (loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`))
    .join('; ');
}

function toProblem(
  path: readonly (string | number)[],
  { msg, type, expected }: IssueText,
): Problem {
  const problem = { loc: boundPath(path), msg: boundText(msg), type };
  return expected === undefined ? problem : { ...problem, ctx: { expected: boundText(expected) } };
}

/** Created on the first rejection, because it traverses the schema. */
const describers = new WeakMap<StandardSchemaV1, DescribeIssue>();

function findDescriber(schema: StandardSchemaV1): DescribeIssue {
  let describer = describers.get(schema);
  if (describer === undefined) {
    describer = createDescriber(schema);
    describers.set(schema, describer);
  }
  return describer;
}
