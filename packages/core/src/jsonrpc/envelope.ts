import { boundPath, MAX_PROBLEMS_PER_CALL, type Problem } from './problem.js';
import type { JsonRpcRequest, RequestId } from './request.js';

/** A parsed item of a message: a request, a notification or an invalid item. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: RequestId; readonly request: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly id: null; readonly request: JsonRpcRequest }
  | InvalidEnvelope;

export interface InvalidEnvelope {
  readonly kind: 'invalid';
  /** The id of the item if it is valid, so that the client can match the error response. */
  readonly id: RequestId | null;
  /** At most one more than a call reports, because an object may have 100,000 unknown members. */
  readonly problems: readonly Problem[];
  readonly failure?: RequestSchemaFailure | undefined;
}

/**
 * The failure of a `requestSchema` that throws. Contains what is needed to omit the response to a
 * notification.
 */
export interface RequestSchemaFailure {
  readonly error: unknown;
  readonly isNotification: boolean;
  readonly method: string;
}

/** Whether the requests of a method may have a member in addition to those of JSON-RPC. */
export type AllowsMember = (member: string, method: string) => boolean;

/** An object that may be a request. */
type RawRequest = Partial<Record<keyof JsonRpcRequest, unknown>>;

/** How members other than those of JSON-RPC are treated. */
export type OtherMembers = AllowsMember | 'checked-by-schema';

/**
 * Parses one item of a message. Never throws. Checks the members without a schema library, which would
 * halve the throughput of a batch.
 *
 * @param pathMethod the name of the method if the request came through its route; `method` may then be
 *   absent
 */
export function parseEnvelope(
  raw: unknown,
  others: OtherMembers,
  pathMethod: string | undefined,
): Envelope {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { kind: 'invalid', id: null, problems: [NOT_AN_OBJECT] };
  }
  const request = raw as RawRequest;
  const isNamed = typeof request.method === 'string';
  if (
    request.jsonrpc !== '2.0' ||
    !(isNamed || (request.method === undefined && pathMethod !== undefined)) ||
    !hasValidParams(request) ||
    (others !== 'checked-by-schema' &&
      hasOtherMembers(request) &&
      findUnknownMembers(request, others, pathMethod).length > 0)
  ) {
    return invalidEnvelope(request, others, pathMethod);
  }
  const valid = (isNamed ? request : { ...request, method: pathMethod }) as JsonRpcRequest;
  if (!('id' in request)) return { kind: 'notification', id: null, request: valid };
  if (!isRequestId(request.id)) return invalidEnvelope(request, others, pathMethod);
  return { kind: 'request', id: request.id, request: valid };
}

const NOT_AN_OBJECT: Problem = { loc: [], msg: 'A request must be an object', type: 'object' };

function hasValidParams(request: object): boolean {
  if (!('params' in request)) return true;
  return typeof request.params === 'object' && request.params !== null;
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'] as const;

export function isEnvelopeMember(name: string): boolean {
  return name === 'jsonrpc' || name === 'id' || name === 'method' || name === 'params';
}

/** Counts the members, which is faster than comparing each name with the known names. */
function hasOtherMembers(request: RawRequest): boolean {
  let known = 0;
  if ('jsonrpc' in request) known += 1;
  if ('id' in request) known += 1;
  if ('method' in request) known += 1;
  if ('params' in request) known += 1;
  for (const _ in request) known -= 1;
  return known < 0;
}

/** Finds all problems of an item. */
function invalidEnvelope(
  request: RawRequest,
  others: OtherMembers,
  pathMethod: string | undefined,
): InvalidEnvelope {
  const id = isRequestId(request.id) ? request.id : null;
  const problems = findMemberProblems(request, pathMethod);
  if (others === 'checked-by-schema') return { kind: 'invalid', id, problems };
  const unknown = findUnknownMembers(request, others, pathMethod);
  return { kind: 'invalid', id, problems: [...problems, ...unknownMemberProblems(unknown)] };
}

function findUnknownMembers(
  request: RawRequest,
  allows: AllowsMember,
  pathMethod: string | undefined,
): string[] {
  const method = typeof request.method === 'string' ? request.method : (pathMethod ?? '');
  return Object.keys(request).filter((name) => !isEnvelopeMember(name) && !allows(name, method));
}

/** What is wrong with a member, unless it is missing. */
const MEMBER_PROBLEMS = {
  jsonrpc: { msg: 'Must be "2.0"', type: 'literal' },
  id: { msg: 'Must be a string or a safe integer', type: 'id' },
  method: { msg: 'Must be a string', type: 'string' },
  params: { msg: 'Must be an object or an array', type: 'params' },
};

const MISSING = { msg: 'Missing required member', type: 'missing' };

function findMemberProblems(request: RawRequest, pathMethod: string | undefined): Problem[] {
  const isNamed = typeof request.method === 'string';
  const isValid = {
    jsonrpc: request.jsonrpc === '2.0',
    id: !('id' in request) || isRequestId(request.id),
    method: isNamed || (request.method === undefined && pathMethod !== undefined),
    params: hasValidParams(request),
  };
  return MEMBERS.filter((name) => !isValid[name]).map((name) => ({
    loc: [name],
    ...(name in request ? MEMBER_PROBLEMS[name] : MISSING),
  }));
}

/** Returns a problem for each unknown member, at most one more than a call reports. */
export function unknownMemberProblems(names: readonly string[]): Problem[] {
  const msg = 'Unknown member';
  return names
    .slice(0, MAX_PROBLEMS_PER_CALL + 1)
    .map((name) => ({ loc: boundPath([name]), msg, type: 'unknown_member' }));
}

/** Rejects fractions, unsafe integers and `null`, which a response can't repeat unambiguously. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
