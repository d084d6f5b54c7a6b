import { setTimeout as pause } from 'node:timers/promises';
import type { MethodNames, TargetMethod } from '../cases/target-methods.js';
import { targetMethodNames } from '../cases/target-methods.js';
import { type Members, membersOf } from '../expectations/response-expectation.js';
import { jsonOf, type ReceivedResponse } from '../http/received-response.js';

/** Milliseconds between two connections to a server that may start again. */
const RETRY_DELAY = 100;

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
      if (name === 'harmless') return [name, await findDiscovery(call)];
      const isFound = (response: ReceivedResponse): boolean =>
        !isUnknown(response) && !isSameError(response, name, first);
      return [name, (await call(name).then(isFound, () => true)) ? name : null];
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

/**
 * Whether the server still responds, to any request and with any response. Waits up to the time limit,
 * because a supervisor may start a server again that has ended.
 */
export async function isResponding(
  call: ReachOptions['call'],
  { timeout, signal }: { readonly timeout: number; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      await call('foobar');
      return true;
    } catch {
      signal?.throwIfAborted();
      if (performance.now() + RETRY_DELAY > deadline) return false;
      await pause(RETRY_DELAY);
    }
  }
}

/** A failed connection to a host with several addresses has an error for each. */
function describeCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeCause).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Of the methods that servers have in common, only `rpc.discover` certainly has no effect. */
async function findDiscovery(call: ReachOptions['call']): Promise<string | null> {
  const name = 'rpc.discover';
  const members = await call(name).then(
    (response) => membersOf(jsonOf(response)?.value),
    () => undefined,
  );
  return members?.['result'] === undefined ? null : name;
}

function isUnknown(response: ReceivedResponse): boolean {
  return errorOf(response)?.['code'] === -32601;
}

/**
 * Whether a method gets the same error as `foobar`, which no server has. Some servers have another code
 * for unknown methods than the specification, and some name the method in the message.
 */
function isSameError(response: ReceivedResponse, name: string, unknown: ReceivedResponse): boolean {
  const error = errorOf(response);
  const other = errorOf(unknown);
  if (error === undefined || other === undefined) return false;
  const message = String(error['message']).replaceAll(name, 'foobar');
  return error['code'] === other['code'] && message === String(other['message']);
}

function errorOf(response: ReceivedResponse): Members | undefined {
  return membersOf(membersOf(jsonOf(response)?.value)?.['error']);
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
