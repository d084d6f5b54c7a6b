import type { JsonRpcRequest } from './request.js';
import { boundPath, MAX_PROBLEMS_PER_CALL, type Problem } from './problem.js';
import { isRequestId, type RequestId } from './request.js';

/** What one item of a message turned out to be. Parsing never throws. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: RequestId; readonly request: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly id: null; readonly request: JsonRpcRequest }
  | InvalidEnvelope;

export interface InvalidEnvelope {
  readonly kind: 'invalid';
  /** The item's own id where it has a valid one, so that its sender can tell which was refused. */
  readonly id: RequestId | null;
  /** As many as can be reported, and one more: an object may have 100,000 unknown members. */
  readonly problems: readonly Problem[];
  /** What the entrypoint's own schema threw; a notification gets no response then either. */
  readonly failure?: { readonly error: unknown; readonly isNotification: boolean } | undefined;
}

/** Which members an envelope may have beside the four of the specification. */
export type OtherMembers = 'rejected' | 'checked-by-schema';

/**
 * Checks the four members by hand (a schema costs half of a batch's throughput).
 *
 * On a method's own route `method` may be left out; then it is `routeMethod`.
 */
export function parseEnvelope(
  raw: unknown,
  others: OtherMembers,
  routeMethod: string | undefined,
): Envelope {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { kind: 'invalid', id: null, problems: [NOT_AN_OBJECT] };
  }
  const request = raw as Partial<Record<keyof JsonRpcRequest, unknown>>;
  const isNamed = typeof request.method === 'string';
  if (
    request.jsonrpc !== '2.0' ||
    !(isNamed || (request.method === undefined && routeMethod !== undefined)) ||
    !hasValidParams(request) ||
    (others === 'rejected' && hasOtherMembers(request))
  ) {
    return invalid(request, others, routeMethod);
  }
  const valid = (isNamed ? request : { ...request, method: routeMethod }) as JsonRpcRequest;
  if (!('id' in request)) return { kind: 'notification', id: null, request: valid };
  if (!isRequestId(request.id)) return invalid(request, others, routeMethod);
  return { kind: 'request', id: request.id, request: valid };
}

const NOT_AN_OBJECT: Problem = { loc: [], msg: 'A request must be an object', type: 'object' };

function hasValidParams(request: object): boolean {
  if (!('params' in request)) return true;
  return typeof request.params === 'object' && request.params !== null;
}

function isEnvelopeMember(name: string): boolean {
  return name === 'jsonrpc' || name === 'id' || name === 'method' || name === 'params';
}

/** Counts the members: to compare each name with the known ones is dearer. */
function hasOtherMembers(request: Partial<Record<keyof JsonRpcRequest, unknown>>): boolean {
  let known = 0;
  if ('jsonrpc' in request) known += 1;
  if ('id' in request) known += 1;
  if ('method' in request) known += 1;
  if ('params' in request) known += 1;
  for (const _ in request) known -= 1;
  return known < 0;
}

/** The slow path: names every problem at once. */
function invalid(
  request: Partial<Record<keyof JsonRpcRequest, unknown>>,
  others: OtherMembers,
  routeMethod: string | undefined,
): InvalidEnvelope {
  const id = isRequestId(request.id) ? request.id : null;
  const own = problemsOfMembers(request, routeMethod);
  if (others === 'checked-by-schema') return { kind: 'invalid', id, problems: own };
  const unknown = Object.keys(request).filter((name) => !isEnvelopeMember(name));
  return { kind: 'invalid', id, problems: [...own, ...unknownMembers(unknown)] };
}

function problemsOfMembers(
  request: Partial<Record<keyof JsonRpcRequest, unknown>>,
  routeMethod: string | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const check = (name: keyof JsonRpcRequest, isRight: boolean, msg: string, type: string): void => {
    if (isRight) return;
    problems.push(
      name in request
        ? { loc: [name], msg, type }
        : { loc: [name], msg: 'Missing', type: 'missing' },
    );
  };
  check('jsonrpc', request.jsonrpc === '2.0', 'Must be exactly "2.0"', 'literal');
  const mayLackId = !('id' in request);
  check('id', mayLackId || isRequestId(request.id), 'Must be a string or a safe integer', 'id');
  const mayLackMethod = request.method === undefined && routeMethod !== undefined;
  check(
    'method',
    mayLackMethod || typeof request.method === 'string',
    'Must be a string',
    'string',
  );
  check('params', hasValidParams(request), 'Must be an object or an array', 'params');
  return problems;
}

/** The problems of members that a request object has not, as many as can be reported. */
export function unknownMembers(names: readonly string[]): Problem[] {
  const msg = 'Not a member of a request object';
  return names
    .slice(0, MAX_PROBLEMS_PER_CALL + 1)
    .map((name) => ({ loc: boundPath([name]), msg, type: 'unknown_member' }));
}
