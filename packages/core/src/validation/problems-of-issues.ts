import type { StandardSchemaV1 } from '@standard-schema/spec';
import { boundPath, boundText, MORE_PROBLEMS, type Problem } from '../jsonrpc/problem.js';
import { describeArktypeIssue } from './arktype-issue.js';
import { describeAnyIssue, type DescribeIssue, issuePath, type IssueText } from './issue.js';
import type { Rejection } from './validate.js';
import { valibotDescriber } from './valibot-issue.js';
import { zodDescriber } from './zod-issue.js';

/**
 * Yields the problems of a rejected value, made as they are asked for. They never hold the value:
 * their texts come from the schema alone.
 *
 * @param at where the value stands, as `['<header>', 'auth-token']`
 */
export function* problemsOfIssues(
  schema: StandardSchemaV1,
  at: readonly (string | number)[],
  { issues, isIncomplete }: Rejection,
): Generator<Problem> {
  const describe = describerOf(schema);
  for (const issue of issues) {
    const path = [...at, ...issuePath(issue)];
    const { keys, ...text } = describe(issue);
    if (keys === undefined) yield problemOf(path, text);
    else for (const key of keys) yield problemOf([...path, key], text);
  }
  if (issues.length === 0) yield { loc: boundPath(at), ...describeAnyIssue({ message: '' }) };
  if (isIncomplete === true) yield MORE_PROBLEMS;
}

/** The same as text for a log or an error of the server's own, as `to.name: Invalid type`. */
export function textOfProblems(problems: readonly Problem[]): string {
  return problems
    .map(({ loc, msg }) => (loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`))
    .join('; ');
}

function problemOf(
  path: readonly (string | number)[],
  { msg, type, expected }: IssueText,
): Problem {
  const problem = { loc: boundPath(path), msg: boundText(msg), type };
  return expected === undefined ? problem : { ...problem, ctx: { expected: boundText(expected) } };
}

/** Made at the first rejection: it walks through the schema. */
const describers = new WeakMap<StandardSchemaV1, DescribeIssue>();

function describerOf(schema: StandardSchemaV1): DescribeIssue {
  const known = describers.get(schema);
  if (known !== undefined) return known;
  const describer = makeDescriber(schema);
  describers.set(schema, describer);
  return describer;
}

function makeDescriber(schema: StandardSchemaV1): DescribeIssue {
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
