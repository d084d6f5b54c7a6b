import { isDeepStrictEqual } from 'node:util';

/**
 * The required members of a response object. Members that the expectation doesn't name aren't checked. An
 * expectation of only an id, or of nothing, requires either a result or an error.
 */
export interface ResponseExpectation {
  /** The id, or the allowed ids. */
  readonly id?: unknown;
  /** In a batch: one expectation for each of these consecutive ids, both ends included. */
  readonly ids?: { readonly from: number; readonly to: number };
  /** The result, deeply equal. */
  readonly result?: unknown;
  /** A value that the result must not have. */
  readonly notResult?: unknown;
  /** The response has a result. */
  readonly hasResult?: true;
  /** The response has an error object. */
  readonly error?: true;
  /** The error code, or the allowed codes. */
  readonly code?: number | readonly number[];
  /** The error message. */
  readonly message?: string;
  /** Whether the error has data. */
  readonly hasData?: boolean;
  /** The `loc` of each entry of `data.errors`, in any order. */
  readonly problemsAt?: readonly (readonly unknown[])[];
}

export type Members = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Formats a value for a report. */
export function describeValue(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

/** Replaces each expectation with an id range by one for each id. */
export function expandIds(expectations: readonly ResponseExpectation[]): ResponseExpectation[] {
  return expectations.flatMap(({ ids, ...one }) =>
    ids === undefined
      ? [one]
      : Array.from({ length: ids.to - ids.from + 1 }, (_, at) => ({ ...one, id: ids.from + at })),
  );
}

/** Describes a response: `an error with code -32600 and id 1 or null`. */
export function describeResponse(expected: ResponseExpectation): string {
  const { id, result, notResult, code, message, hasData, problemsAt } = expected;
  const parts = [
    result === undefined ? [] : `result ${describeValue(result)}`,
    notResult === undefined ? [] : `another result than ${describeValue(notResult)}`,
    expected.hasResult ? 'a result' : [],
    code === undefined ? [] : `code ${alternatives(code)}`,
    message === undefined ? [] : `message ${describeValue(message)}`,
    hasData === undefined ? [] : hasData ? 'data' : 'no data',
    problemsAt === undefined ? [] : `data.errors at ${problemsAt.map(describeValue).join(' and ')}`,
    id === undefined ? [] : `id ${alternatives(id)}`,
  ].flat();
  const subject = expectsError(expected) ? 'an error' : 'a response';
  return parts.length === 0 ? subject : `${subject} with ${parts.join(' and ')}`;
}

function alternatives(value: unknown): string {
  return [value].flat().map(describeValue).join(' or ');
}

function expectsError({ error, code, message, hasData, problemsAt }: ResponseExpectation): boolean {
  return [error, code, message, hasData, problemsAt].some((member) => member !== undefined);
}

/** Returns the first problem of a JSON value, or undefined if it is as expected. */
export function findResponseProblem(
  expected: ResponseExpectation,
  value: unknown,
): string | undefined {
  const members = membersOf(value);
  if (members === undefined) {
    const found = Array.isArray(value) ? `an array of ${value.length}` : describeValue(value);
    return `${found} is not a response object`;
  }
  return findContentProblem(expected, members) ?? findIdProblem(expected, members);
}

function findContentProblem(expected: ResponseExpectation, members: Members): string | undefined {
  const hasResult = Object.hasOwn(members, 'result');
  const { result } = members;
  if (expectsError(expected)) return findErrorProblem(expected, membersOf(members['error']));
  if ('notResult' in expected) {
    const isSame = isDeepStrictEqual(result, expected.notResult);
    return isSame ? `the result is ${describeValue(result)}` : undefined;
  }
  if ('result' in expected || expected.hasResult) {
    if (!hasResult) return 'the response has no result';
    const isSame = !('result' in expected) || isDeepStrictEqual(result, expected.result);
    return isSame ? undefined : `the result is ${describeValue(result)}`;
  }
  const hasEither = hasResult || Object.hasOwn(members, 'error');
  return hasEither ? undefined : 'the response has neither a result nor an error';
}

function findErrorProblem(
  { code, message, hasData, problemsAt }: ResponseExpectation,
  error: Members | undefined,
): string | undefined {
  if (error === undefined) return 'the response has no error object';
  if (code !== undefined && ![code].flat().includes(error['code'] as number)) {
    return `the error code is ${describeValue(error['code'])}`;
  }
  if (message !== undefined && error['message'] !== message) {
    return `the error message is ${describeValue(error['message'])}`;
  }
  if (hasData !== undefined && Object.hasOwn(error, 'data') !== hasData) {
    return hasData ? 'the error has no data' : `the error data is ${describeValue(error['data'])}`;
  }
  if (problemsAt === undefined) return undefined;
  const problems = membersOf(error['data'])?.['errors'];
  if (!Array.isArray(problems)) return 'the error has no data.errors';
  const found = problems.map((problem) => describeValue(membersOf(problem)?.['loc'])).toSorted();
  return isDeepStrictEqual(found, problemsAt.map(describeValue).toSorted())
    ? undefined
    : `data.errors has problems at ${found.join(' and ') || 'no place'}`;
}

function findIdProblem({ id: expected }: ResponseExpectation, { id }: Members): string | undefined {
  if (expected === undefined) return undefined;
  const isAllowed = [expected].flat().some((one) => one === id);
  return isAllowed ? undefined : `the id is ${describeValue(id)}`;
}
