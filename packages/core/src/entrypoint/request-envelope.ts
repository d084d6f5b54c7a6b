import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { type Envelope, parseEnvelope, unknownMembers } from '../protocol/envelope.js';
import type { JsonRpcRequest } from '../protocol/json-rpc-request.js';
import { isRequestId } from '../protocol/request-id.js';
import { firstProblems } from '../protocol/problem.js';
import { problemsOfIssues } from '../validation/problems-of-issues.js';
import { compileValidate, type Validation, type ValidationScope } from '../validation/validate.js';

/** Reads one item's envelope; `routeMethod` is the method of its own route. */
export type ReadEnvelope = (
  item: unknown,
  routeMethod: string | undefined,
  scope: ValidationScope,
) => MaybePromise<Envelope>;

/** Whether it is there, and no promise of it. */
export function isRead(envelope: MaybePromise<Envelope>): envelope is Envelope {
  return 'kind' in envelope;
}

/** By hand in the default case, and by the entrypoint's own schema where it has one. */
export function envelopeReader(schema: StandardSchemaV1 | undefined): ReadEnvelope {
  return schema === undefined
    ? (item, routeMethod) => parseEnvelope(item, 'refused', routeMethod)
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
