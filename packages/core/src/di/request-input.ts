import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Problem } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import { toProblems } from '../validation/to-problems.js';
import { compileValidate, type Rejection, type Validate } from '../validation/validate.js';
import type { ResolutionContext } from './argument-source.js';
import type { ValueKey } from './argument-values.js';

/** A value that a client sends and a schema validates: a parameter, a header or a cookie. */
export interface RequestInput {
  readonly in: 'param' | 'params' | 'header' | 'cookie';
  /** The name on the wire; empty for the whole `params`. */
  readonly name: string;
  readonly schema: StandardSchemaV1;
  /** The key of the value in its plan. */
  readonly key: ValueKey;
  readonly read: (params: NonNullable<RequestParams>, context: ResolutionContext) => unknown;
  readonly validate: Validate;
}

type Location = Pick<RequestInput, 'in' | 'name' | 'schema' | 'key'>;

/** @param position the index of a named parameter that is sent by position */
export function compileInput(location: Location, position: number): RequestInput {
  const validate = compileValidate(location.schema);
  return { ...location, validate, read: reader(location, position) };
}

function reader({ in: where, name }: Location, position: number): RequestInput['read'] {
  switch (where) {
    case 'params':
      return (params) => params;
    case 'header':
      return (_, context) => context.httpRequest.header(name);
    case 'cookie':
      return (_, { cookies }) => (Object.hasOwn(cookies, name) ? cookies[name] : undefined);
    case 'param':
      return paramReader(name, position);
  }
}

function paramReader(name: string, position: number): RequestInput['read'] {
  // Only names that every object inherits, such as `toString`, need the slower check.
  const read: (params: Readonly<Record<string, unknown>>) => unknown =
    name in Object.prototype
      ? (params) => (Object.hasOwn(params, name) ? params[name] : undefined)
      : (params) => params[name];
  return (params) =>
    Array.isArray(params)
      ? (params as readonly unknown[])[position]
      : read(params as Readonly<Record<string, unknown>>);
}

const NOUNS = { param: 'parameter', params: 'params', header: 'header', cookie: 'cookie' } as const;

/** Returns the problems of a rejected input. */
export function findInputProblems(
  { in: where, name, schema }: RequestInput,
  raw: unknown,
  rejection: Rejection,
): Iterable<Problem> {
  const loc = where === 'params' ? [] : where === 'param' ? [name] : [`<${where}>`, name];
  // JSON has no undefined, so the member is missing.
  if (raw === undefined) {
    return [{ loc, msg: `Missing required ${NOUNS[where]}`, type: 'missing' }];
  }
  return toProblems(schema, loc, rejection);
}
