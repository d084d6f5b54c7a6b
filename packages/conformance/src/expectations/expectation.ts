import { jsonOf, type ReceivedResponse } from '../http/received-response.js';
import {
  describeResponse,
  describeValue,
  expandIds,
  findResponseProblem,
  type Members,
  membersOf,
  type ResponseExpectation,
} from './response-expectation.js';
import { findRuleProblem, objectsIn, type ResponseRule, responseRules } from './response-rules.js';

export type { ResponseRule };

/** The required properties of an HTTP response. The response must have all of them. */
export interface Expectation {
  /** The allowed statuses. `4xx` matches 400 to 499. */
  readonly status?: readonly (number | '4xx')[];
  /** The statuses that aren't allowed. */
  readonly statusNot?: readonly number[];
  /** Regular expressions for header values, ignoring case; null for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** `Content-Length`, if present, is the number of bytes. */
  readonly contentLength?: 'correct';
  /** The response is complete after this time. */
  readonly withinMilliseconds?: number;
  /** The body is empty, or contains only white space. */
  readonly body?: 'empty';
  /** The body is one response object. */
  readonly response?: ResponseExpectation;
  /** The body is an array with these response objects in any order. */
  readonly batch?: readonly ResponseExpectation[];
  /** The body is an array with these response objects in this order. */
  readonly orderedBatch?: readonly ResponseExpectation[];
  /** The body has at least one response object, or one error object. */
  readonly contains?: 'response' | 'error';
  /** All response objects, or error objects, of the body follow this rule. */
  readonly every?: ResponseRule;
  /** The body has no result. */
  readonly noResult?: true;
  /** The text that the body starts with. */
  readonly startsWith?: string;
  /** Text that the body must not contain. */
  readonly excludes?: string;
  /** At least one of these holds. */
  readonly anyOf?: readonly Expectation[];
}

interface Check<Expected> {
  describe(expected: Expected): string;
  findProblem(expected: Expected, response: ReceivedResponse): string | undefined;
}

const checks: { readonly [Name in keyof Expectation]-?: Check<NonNullable<Expectation[Name]>> } = {
  status: {
    describe: (allowed) => `the status ${allowed.join(' or ')}`,
    findProblem: (allowed, { status }) => {
      const isAllowed = allowed.some((one) => one === status || one === `${String(status)[0]}xx`);
      return isAllowed ? undefined : `the status is ${status}`;
    },
  },
  statusNot: {
    describe: (rejected) => `a status other than ${rejected.join(' or ')}`,
    findProblem: (rejected, { status }) =>
      rejected.includes(status) ? `the status is ${status}` : undefined,
  },
  headers: {
    describe: (headers) => Object.entries(headers).map(describeHeader).join(' and '),
    findProblem: (expected, { headers }) => {
      for (const [name, pattern] of Object.entries(expected)) {
        const value = headers.get(name);
        const isRight =
          pattern === null || value === null
            ? value === pattern
            : new RegExp(pattern, 'i').test(value);
        if (!isRight) return `the header ${name} is ${describeValue(value ?? undefined)}`;
      }
      return undefined;
    },
  },
  contentLength: {
    describe: () => 'a content-length that is the number of bytes, or chunks',
    findProblem: (_, { headers, bytes }) => {
      const length = headers.get('content-length');
      if (length === null || Number(length) === bytes.length) return undefined;
      return `the content-length is ${length} for ${bytes.length} bytes`;
    },
  },
  withinMilliseconds: {
    describe: (limit) => `a response within ${limit} ms`,
    findProblem: (limit, { milliseconds }) =>
      milliseconds < limit ? undefined : `the response took ${Math.round(milliseconds)} ms`,
  },
  body: {
    describe: () => 'an empty body',
    findProblem: (_, { text }) => (text.trim() === '' ? undefined : 'the body is not empty'),
  },
  response: {
    describe: describeResponse,
    findProblem: (expected, response) =>
      findBodyProblem(response, (value) => findResponseProblem(expected, value)),
  },
  batch: {
    describe: (items) => `an array, in any order, of: ${describeItems(items)}`,
    findProblem: (items, response) =>
      findBodyProblem(response, (value) => findBatchProblem(expandIds(items), value)),
  },
  orderedBatch: {
    describe: (items) => `an array, in this order, of: ${describeItems(items)}`,
    findProblem: (items, response) =>
      findBodyProblem(response, (value) => findOrderedBatchProblem(items, value)),
  },
  contains: {
    describe: (kind) => `at least one ${kind} object`,
    findProblem: (kind, response) =>
      objectsIn(response, kind).length > 0 ? undefined : `the body has no ${kind} object`,
  },
  every: {
    describe: (rule) => `in every object, ${responseRules[rule].description}`,
    findProblem: findRuleProblem,
  },
  noResult: {
    describe: () => 'no result',
    findProblem: (_, response) =>
      hasResult(membersOf(jsonOf(response)?.value)) ? 'there is a result' : undefined,
  },
  startsWith: {
    describe: (start) => `a body that starts with ${start}`,
    findProblem: (start, { text }) =>
      text.startsWith(start) ? undefined : 'the body starts with something else',
  },
  excludes: {
    describe: (secret) => `a body without "${secret}"`,
    findProblem: (secret, { text }) =>
      text.includes(secret) ? `the response contains "${secret}"` : undefined,
  },
  anyOf: {
    describe: (expectations) => expectations.map(describeExpectation).join(', or '),
    findProblem: (expectations, response) => {
      const problems = expectations.map((one) => findProblem(one, response));
      return problems.includes(undefined) ? undefined : problems[0];
    },
  },
};

/** Describes what is expected: `the status 200, a response with result 19 and id 1`. */
export function describeExpectation(expectation: Expectation): string {
  return checksOf(expectation, (check, expected) => check.describe(expected)).join(', ');
}

/** Returns the first problem of a response, or undefined if it is as expected. */
export function findProblem(
  expectation: Expectation,
  response: ReceivedResponse,
): string | undefined {
  const found = checksOf(expectation, (check, expected) => check.findProblem(expected, response));
  return found.find((problem) => problem !== undefined);
}

function checksOf<Result>(
  expectation: Expectation,
  use: (check: Check<never>, expected: never) => Result,
): Result[] {
  const names = (Object.keys(checks) as (keyof Expectation)[]).filter(
    (name) => name in expectation,
  );
  return names.map((name) => use(checks[name], expectation[name] as never));
}

function describeHeader([name, pattern]: readonly [string, string | null]): string {
  if (pattern === null) return `no header ${name}`;
  return pattern === '' ? `the header ${name}` : `the header ${name} matching /${pattern}/i`;
}

function describeItems(items: readonly ResponseExpectation[]): string {
  return items.map(describeResponse).join('; ');
}

function hasResult(members: Members | undefined): boolean {
  const hasError = membersOf(members?.['error']) !== undefined;
  return members !== undefined && Object.hasOwn(members, 'result') && !hasError;
}

function findBodyProblem(
  response: ReceivedResponse,
  find: (value: unknown) => string | undefined,
): string | undefined {
  if (response.text === '') return 'the HTTP response has no body';
  const json = jsonOf(response);
  return json === undefined ? 'the body is not JSON' : find(json.value);
}

function findLengthProblem(value: unknown, length: number): string | undefined {
  if (!Array.isArray(value)) return `${describeValue(value)} is not an array`;
  const elements = value.length === 1 ? '1 element' : `${value.length} elements`;
  return value.length === length ? undefined : `the array has ${elements} instead of ${length}`;
}

function findBatchProblem(
  items: readonly ResponseExpectation[],
  value: unknown,
): string | undefined {
  const problem = findLengthProblem(value, items.length);
  if (problem !== undefined) return problem;
  const unmatched = [...(value as readonly unknown[])];
  for (const item of items) {
    const index = unmatched.findIndex((one) => findResponseProblem(item, one) === undefined);
    if (index === -1) return `the array lacks ${describeResponse(item)}`;
    unmatched.splice(index, 1);
  }
  return undefined;
}

function findOrderedBatchProblem(
  items: readonly ResponseExpectation[],
  value: unknown,
): string | undefined {
  const problem = findLengthProblem(value, items.length);
  if (problem !== undefined) return problem;
  for (const [index, item] of items.entries()) {
    const found = findResponseProblem(item, (value as readonly unknown[])[index]);
    if (found !== undefined) return `at position ${index + 1}, ${found}`;
  }
  return undefined;
}
