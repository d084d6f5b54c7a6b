import type { StandardSchemaV1 } from '@standard-schema/spec';
import { boundPath, boundText, MORE_PROBLEMS, type Problem } from '../jsonrpc/problem.js';
import { describeArktypeIssue } from './arktype-issue.js';
import { describeAnyIssue, type DescribeIssue, issuePath, type IssueText } from './issue.js';
import type { Rejection } from './validate.js';
import { valibotDescriber } from './valibot-issue.js';
import { zodDescriber } from './zod-issue.js';

/**
 * Yields the problems of a rejected value. Their texts come from the schema and never contain the
 * value.
 *
 * @param path the path of the value, such as `['<header>', 'auth-token']`
 */
export function* toProblems(
  schema: StandardSchemaV1,
  path: readonly (string | number)[],
  { issues, isIncomplete }: Rejection,
): Generator<Problem> {
  const describe = findDescriber(schema);
  for (const issue of issues) {
    const issueLocation = [...path, ...issuePath(issue)];
    const { keys, ...text } = describe(issue);
    if (keys === undefined) yield toProblem(issueLocation, text);
    else for (const key of keys) yield toProblem([...issueLocation, key], text);
  }
  if (issues.length === 0) yield { loc: boundPath(path), ...describeAnyIssue({ message: '' }) };
  if (isIncomplete === true) yield MORE_PROBLEMS;
}

/** Returns the problems as one text for logs, such as `to.name: Invalid type`. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems
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
  const known = describers.get(schema);
  if (known !== undefined) return known;
  const describer = createDescriber(schema);
  describers.set(schema, describer);
  return describer;
}

function createDescriber(schema: StandardSchemaV1): DescribeIssue {
  switch (schema['~standard'].vendor) {
    case 'valibot':
      return valibotDescriber(schema);
    case 'zod':
      return zodDescriber(schema);
    case 'arktype':
      return describeArktypeIssue;
    default:
      return describeAnyIssue;
  }
}
