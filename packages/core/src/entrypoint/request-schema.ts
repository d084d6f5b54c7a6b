import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import {
  type AllowsMember,
  type Envelope,
  isEnvelopeMember,
  isRequestId,
  parseEnvelope,
  unknownMemberProblems,
} from '../jsonrpc/envelope.js';
import { firstProblems } from '../jsonrpc/problem.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';
import { issuePath, toProblems } from '../validation/to-problems.js';
import {
  compileValidate,
  type Validation,
  type ValidationContext,
} from '../validation/validate.js';

/**
 * Parses one item of a message. `pathMethod` is the name of the method if the request came through its
 * route.
 */
export type ReadEnvelope = (
  item: unknown,
  pathMethod: string | undefined,
  context: ValidationContext,
) => MaybePromise<Envelope>;

/**
 * Returns a function that parses request objects and validates them with the entrypoint's
 * `requestSchema`. A member that `allows` accepts, such as an idempotency key, is hidden from the schema.
 */
export function schemaReader(schema: StandardSchemaV1, allows: AllowsMember): ReadEnvelope {
  const validate = compileValidate(schema);
  return (item, pathMethod, context) => {
    const envelope = parseEnvelope(item, 'checked-by-schema', pathMethod);
    if (envelope.kind === 'invalid') return envelope;
    const { id, request } = envelope;
    const hidden = hiddenMembers(request, allows);
    const checked = (result: Validation): Envelope => {
      if (result.issues === undefined) {
        const value = result.value as object;
        return withMembers(envelope, hidden === undefined ? value : { ...value, ...hidden });
      }
      const problems = firstProblems(toProblems(schema, [], result));
      return { kind: 'invalid', id, problems };
    };
    const failed = (error: unknown): Envelope => {
      const isNotification = envelope.kind === 'notification';
      const failure = { error, isNotification, method: request.method };
      return { kind: 'invalid', id, problems: [], failure };
    };
    try {
      const visible = hidden === undefined ? request : withoutMembers(request, hidden);
      const result = validate(visible, context);
      return isPromise(result) ? result.then(checked).catch(failed) : checked(result);
    } catch (error) {
      return failed(error);
    }
  };
}

/** Returns the members that the schema doesn't receive; undefined for a request without any. */
function hiddenMembers(request: JsonRpcRequest, allows: AllowsMember): object | undefined {
  const hidden = Object.entries(request).filter(
    ([name]) => !isEnvelopeMember(name) && allows(name, request.method),
  );
  return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}

function withoutMembers(request: JsonRpcRequest, hidden: object): object {
  return Object.fromEntries(
    Object.entries(request).filter(([name]) => !Object.hasOwn(hidden, name)),
  );
}

/** Adds the output of the schema to the request. Rejects members that the output lacks as unknown. */
function withMembers(envelope: Exclude<Envelope, { kind: 'invalid' }>, output: object): Envelope {
  const { request } = envelope;
  const unknown = Object.keys(request).filter(
    (name) => !isEnvelopeMember(name) && !Object.hasOwn(output, name),
  );
  if (unknown.length > 0) {
    return { kind: 'invalid', id: envelope.id, problems: unknownMemberProblems(unknown) };
  }
  // The members of JSON-RPC come from the request, since a schema may strip members of `params`.
  const { jsonrpc, method } = request;
  const members: JsonRpcRequest = {
    ...output,
    jsonrpc,
    method,
    ...(isRequestId(request.id) ? { id: request.id } : {}),
    ...('params' in request ? { params: request.params } : {}),
  };
  return { ...envelope, request: members };
}

/** A request object without additional members. */
const PROBE = { jsonrpc: '2.0', id: 1, method: 'a' };

/**
 * Tries the schema with a request object without additional members. The schema may reject it because
 * it lacks a member, but not because of the members of JSON-RPC. Ignores the result of an asynchronous
 * schema.
 *
 * @throws TypeError if the schema throws, or rejects the members of JSON-RPC
 */
export function checkRequestSchema(where: string, schema: StandardSchemaV1): void {
  const result = validateProbe(where, schema);
  if (isPromise(result)) return;
  const issue = result.issues?.find(rejectsJsonRpc);
  if (issue === undefined) return;
  throw new TypeError(
    `${where}: requestSchema rejects the members of JSON-RPC (${issue.message}). Write ` +
      `z.object({ … }), which allows other members, or v.strictObject({ ...JsonRpcRequest.entries, … }).`,
  );
}

function validateProbe(
  where: string,
  schema: StandardSchemaV1,
): ReturnType<StandardSchemaV1.Props['validate']> {
  try {
    const result = schema['~standard'].validate({ ...PROBE });
    if (!isPromise(result)) return result;
    void ignoreRejection(result);
    parseWithZod(schema);
    return result;
  } catch (cause) {
    throw new TypeError(
      `${where}: requestSchema throws when it validates a request (${String(cause)}). Write it with one ` +
        `library: v.strictObject({ ...JsonRpcRequest.entries, … }) or z.object({ … }).`,
      { cause },
    );
  }
}

/**
 * Throws the error of a broken zod schema. If parsing throws for any reason, zod's Standard Schema
 * function returns a promise, as if the schema were asynchronous. Only `safeParse()` reveals the error.
 */
function parseWithZod(schema: StandardSchemaV1): void {
  const zod = schema as Partial<{ safeParse: (value: unknown) => unknown }>;
  if (schema['~standard'].vendor !== 'zod' || typeof zod.safeParse !== 'function') return;
  try {
    zod.safeParse({ ...PROBE });
  } catch (error) {
    // Only asynchronous schemas throw "Encountered Promise during synchronous parse".
    if (!/promise/i.test(String(error))) throw error;
  }
}

/**
 * Whether an issue shows that the schema would reject every request. An issue about `jsonrpc` does,
 * because all requests have the same value. Some libraries list all unknown members in the `keys` of
 * one issue.
 */
function rejectsJsonRpc(issue: StandardSchemaV1.Issue): boolean {
  const unknown: readonly unknown[] =
    'keys' in issue && Array.isArray(issue.keys) ? issue.keys : [];
  return (
    issuePath(issue)[0] === 'jsonrpc' || unknown.includes('jsonrpc') || unknown.includes('method')
  );
}
