import type { MethodNames, TargetMethod } from '../cases/target-methods.js';
import { targetMethodNames } from '../cases/target-methods.js';
import { membersOf } from '../expectations/response-expectation.js';
import { jsonOf, type ReceivedResponse } from '../http/received-response.js';

/** Thrown when there is nothing to audit: the URL is invalid, or no JSON-RPC server responds there. */
export class AuditTargetError extends Error {
  /** The name of the class. */
  override readonly name = 'AuditTargetError';
}

/** Options for {@link reachServer}. */
interface ReachOptions {
  /** The name of the server in messages. */
  readonly target: string;
  /** The names that the user has set. For each other method, a call shows whether the server has it. */
  readonly methods?: Readonly<Partial<Record<TargetMethod, string | false>>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Calls a method without params. */
  readonly call: (method: string) => Promise<ReceivedResponse>;
}

/**
 * Checks that a JSON-RPC server responds, and finds out which methods it has.
 *
 * @throws AuditTargetError if the server doesn't respond or rejects every request
 */
export async function reachServer({
  target,
  methods: given = {},
  signal,
  call,
}: ReachOptions): Promise<MethodNames> {
  const first = await call('foobar').catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new AuditTargetError(`No response from ${target}: ${describeCause(error)}`, {
      cause: error,
    });
  });
  const entries = await Promise.all(
    targetMethodNames.map(async (name): Promise<readonly [TargetMethod, string | null]> => {
      const option = given[name];
      if (option !== undefined) return [name, option === false ? null : option];
      return [name, (await call(name).then(isMethodFound, () => true)) ? name : null];
    }),
  );
  const methods = Object.fromEntries(entries) as MethodNames;
  const rejection = describeRejection(first);
  if (rejection === undefined) return methods;
  // Some servers reject only unknown methods.
  const names = Object.values(methods).filter((name) => name !== null);
  const others = await Promise.all(
    names.map((name) => call(name).then(describeRejection, () => undefined)),
  );
  if (others.some((other) => other !== rejection)) return methods;
  throw new AuditTargetError(`Nothing to audit at ${target}: ${rejection}`);
}

/** A failed connection to a host with several addresses has an error for each. */
function describeCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeCause).join(', ');
  return error instanceof Error ? error.message : String(error);
}

function isMethodFound(response: ReceivedResponse): boolean {
  const error = membersOf(membersOf(jsonOf(response)?.value)?.['error']);
  return error?.['code'] !== -32601;
}

function describeRejection(response: ReceivedResponse): string | undefined {
  const { status, headers } = response;
  const rejected = `the server responds to every request with ${status}`;
  if (status === 401 || status === 403) {
    return `${rejected}. Pass credentials with --header, or with the option headers`;
  }
  // Some servers give error responses an HTTP status.
  if (membersOf(jsonOf(response)?.value)?.['jsonrpc'] !== undefined) return undefined;
  if (status === 404) return `${rejected}. Check the path`;
  if (status === 405) return `${rejected}. Check the path: it doesn't accept POST`;
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  return `${rejected}, a redirect to ${location}. Audit that URL`;
}
