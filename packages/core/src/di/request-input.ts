import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { Problem } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import { problemsOfIssues } from '../validation/problems-of-issues.js';
import {
  compileValidate,
  type Rejection,
  type Validate,
  type Validation,
} from '../validation/validate.js';
import type { ResolutionContext } from './argument-source.js';
import type { ValueKey, Values } from './argument-values.js';

/** Something that the client sends and a schema checks: a parameter, a header, a cookie. */
export interface RequestInput {
  readonly in: 'param' | 'params' | 'header' | 'cookie';
  /** Its name on the wire; empty for the whole `params`. */
  readonly name: string;
  readonly schema: StandardSchemaV1;
  /** Its place in the plan's values. */
  readonly key: ValueKey;
  /** `params` is undefined where it was refused as a whole; then parameters are not looked at. */
  readonly read: (params: RequestParams, scope: ResolutionContext) => unknown;
  readonly validate: Validate;
}

type Location = Pick<RequestInput, 'in' | 'name' | 'schema' | 'key'>;

/** `position` is where a named parameter stands in an array. */
export function compileInput(location: Location, position: number): RequestInput {
  const validate = compileValidate(location.schema);
  return { ...location, validate, read: reader(location, position) };
}

function reader({ in: where, name }: Location, position: number): RequestInput['read'] {
  switch (where) {
    case 'params':
      return (params) => params;
    case 'header':
      return (_, scope) => scope.httpRequest.header(name);
    case 'cookie':
      return (_, scope) => (Object.hasOwn(scope.cookies, name) ? scope.cookies[name] : undefined);
    case 'param':
      return paramReader(name, position);
  }
}

function paramReader(name: string, position: number): RequestInput['read'] {
  // Only names such as `toString` can be there without having been sent.
  const read: (params: Readonly<Record<string, unknown>>) => unknown =
    name in Object.prototype
      ? (params) => (Object.hasOwn(params, name) ? params[name] : undefined)
      : (params) => params[name];
  return (params) =>
    Array.isArray(params)
      ? (params as readonly unknown[])[position]
      : params && read(params as Readonly<Record<string, unknown>>);
}

/** Puts the input's value into `values`, or returns the problems that its schema finds. */
export function readInput(
  input: RequestInput,
  params: RequestParams,
  scope: ResolutionContext,
  values: Values,
): MaybePromise<Iterable<Problem> | undefined> {
  const raw = input.read(params, scope);
  const result = input.validate(raw, scope);
  return isPromise(result)
    ? takeLater(input, raw, result, values)
    : take(input, raw, result, values);
}

function take(
  input: RequestInput,
  raw: unknown,
  result: Validation,
  values: Values,
): Iterable<Problem> | undefined {
  if (result.issues !== undefined) return problemsOf(input, raw, result);
  values[input.key] = result.value;
  return undefined;
}

function takeLater(
  input: RequestInput,
  raw: unknown,
  result: Promise<Validation>,
  values: Values,
): Promise<Iterable<Problem> | undefined> {
  // A handler finds its arguments in the order in which they are declared, whichever is there first.
  values[input.key] = undefined;
  // A later input may throw before anybody waits for this one.
  return ignoreRejection(result.then((ready) => take(input, raw, ready, values)));
}

const WORDS = { param: 'parameter', params: 'params', header: 'header', cookie: 'cookie' } as const;

function problemsOf(input: RequestInput, raw: unknown, rejection: Rejection): Iterable<Problem> {
  const loc = locationOf(input);
  // JSON has no undefined: the member is not there at all.
  if (raw === undefined) {
    return [{ loc, msg: `Missing required ${WORDS[input.in]}`, type: 'missing' }];
  }
  return problemsOfIssues(input.schema, loc, rejection);
}

function locationOf({ in: where, name }: RequestInput): readonly string[] {
  if (where === 'params') return [];
  return where === 'param' ? [name] : [`<${where}>`, name];
}
