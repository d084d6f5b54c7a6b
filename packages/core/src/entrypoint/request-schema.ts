import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { type Envelope, parseEnvelope, unknownMembers } from '../jsonrpc/envelope.js';
import { firstProblems } from '../jsonrpc/problem.js';
import { isRequestId, type JsonRpcRequest } from '../jsonrpc/request.js';
import { issuePath } from '../validation/issue.js';
import { problemsOfIssues } from '../validation/problems-of-issues.js';
import { compileValidate, type Validation, type ValidationScope } from '../validation/validate.js';

/** Reads one item's envelope; `routeMethod` is the method of its own route. */
export type ReadEnvelope = (
  item: unknown,
  routeMethod: string | undefined,
  scope: ValidationScope,
) => MaybePromise<Envelope>;

/** By hand in the default case, and by the entrypoint's own schema where it has one. */
export function envelopeReader(schema: StandardSchemaV1 | undefined): ReadEnvelope {
  return schema === undefined
    ? (item, routeMethod) => parseEnvelope(item, 'rejected', routeMethod)
    : schemaReader(schema);
}

function schemaReader(schema: StandardSchemaV1): ReadEnvelope {
  const validate = compileValidate(schema);
  return (item, routeMethod, scope) => {
    const envelope = parseEnvelope(item, 'checked-by-schema', routeMethod);
    if (envelope.kind === 'invalid') return envelope;
    const { id } = envelope;
    const checked = (result: Validation): Envelope => {
      if (result.issues === undefined) return withMembers(envelope, result.value as object);
      const problems = firstProblems(problemsOfIssues(schema, [], result));
      return { kind: 'invalid', id, problems };
    };
    const failed = (error: unknown): Envelope => {
      const isNotification = envelope.kind === 'notification';
      return { kind: 'invalid', id, problems: [], failure: { error, isNotification } };
    };
    try {
      const result = validate(envelope.request, scope);
      return isPromise(result) ? result.then(checked).catch(failed) : checked(result);
    } catch (error) {
      return failed(error);
    }
  };
}

const OWN_MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** A member that is not in the schema's output is one that the schema does not name. */
function withMembers(envelope: Exclude<Envelope, { kind: 'invalid' }>, output: object): Envelope {
  const { request } = envelope;
  const unnamed = Object.keys(request).filter(
    (name) => !OWN_MEMBERS.has(name) && !Object.hasOwn(output, name),
  );
  if (unnamed.length > 0) {
    return { kind: 'invalid', id: envelope.id, problems: unknownMembers(unnamed) };
  }
  // The four members are the hand-checked ones: a schema's copy of `params` may have lost some.
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

/** Every request has these members of the envelope. */
const PROBE = { jsonrpc: '2.0', id: 1, method: 'a' };

/**
 * Has the schema look at a request that has no member of its own: it may refuse that, but for what
 * it lacks. What an asynchronous schema says can't be waited for.
 *
 * @throws TypeError where it throws, or refuses what every request has
 */
export function checkRequestSchema(where: string, schema: StandardSchemaV1): void {
  const result = validateProbe(where, schema);
  if (isPromise(result)) return;
  const refused = result.issues?.find(refusesTheEnvelope);
  if (refused === undefined) return;
  throw new TypeError(
    `${where}: requestSchema refuses what every request has: ${refused.message}; write ` +
      `z.object({ … }), which is not strict, or v.strictObject({ ...JsonRpcRequest.entries, … })`,
  );
}

function validateProbe(
  where: string,
  schema: StandardSchemaV1,
): ReturnType<StandardSchemaV1.Props['validate']> {
  try {
    const result = schema['~standard'].validate({ ...PROBE });
    if (!isPromise(result)) return result;
    // It may reject with what parseByZod() throws.
    result.then(undefined, () => undefined);
    parseByZod(schema);
    return result;
  } catch (cause) {
    throw new TypeError(
      `${where}: requestSchema throws when it validates a request: ${String(cause)}; write it with ` +
        `one library, as v.strictObject({ ...JsonRpcRequest.entries, … }) or z.object({ … })`,
      { cause },
    );
  }
}

/**
 * zod takes whatever its parser throws for the sign of an asynchronous schema, and promises. Asked in
 * its own way, it throws at once what is wrong with the schema itself.
 */
function parseByZod(schema: StandardSchemaV1): void {
  const zod = schema as Partial<{ safeParse: (value: unknown) => unknown }>;
  if (schema['~standard'].vendor !== 'zod' || typeof zod.safeParse !== 'function') return;
  try {
    zod.safeParse({ ...PROBE });
  } catch (error) {
    // It is asynchronous: "Encountered Promise during synchronous parse".
    if (!/promise/i.test(String(error))) throw error;
  }
}

/**
 * Only `jsonrpc` has one value for all, so a refusal of it is one of every request. Some libraries
 * name all unknown members at once, in `keys`.
 */
function refusesTheEnvelope(issue: StandardSchemaV1.Issue): boolean {
  const { keys } = issue as { readonly keys?: unknown };
  const unknown: readonly unknown[] = Array.isArray(keys) ? keys : [];
  return (
    issuePath(issue)[0] === 'jsonrpc' || unknown.includes('jsonrpc') || unknown.includes('method')
  );
}
