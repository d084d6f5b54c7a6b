import { isPromise } from '@jsonrpc-kit/core/internal';
import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { Members } from '../protocol/message.js';

/** The data that the client of a tool call sends in addition to the arguments of the language model. */
export interface ToolCallMetadata {
  /** The name of the method. */
  readonly method: string;
  /** The entrypoint of the method. */
  readonly entrypoint: AnyEntrypoint;
  /** The value of `params._meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Returns a header of the HTTP request by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** Returns a request object's additional members, which JSON-RPC doesn't define but the entrypoint accepts. */
export type RequestMembers = (call: ToolCallMetadata) => Readonly<Record<string, unknown>>;

/** Returns the additional members of a call, without those that are undefined. */
export function resolveRequestMembers(
  requestMembers: RequestMembers,
  call: ToolCallMetadata,
): Members {
  const members = Object.entries(requestMembers(call));
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

type RequestSchema = NonNullable<AnyEntrypoint['settings']['requestSchema']>;

const JSON_RPC_MEMBERS: ReadonlySet<unknown> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * Checks that a call with the members of JSON-RPC satisfies the `requestSchema` of an entrypoint. The
 * result of an asynchronous schema is ignored.
 *
 * @throws TypeError that names the members that are missing
 */
export function checkRequiredMembers(where: string, schema: RequestSchema, method: string): void {
  const [first, ...others] = missingMembers(schema, method);
  if (first === undefined) return;
  const names = [first, ...others].map((name) => `"${name}"`).join(', ');
  throw new TypeError(
    `${where} can't be a tool, since the requestSchema of its entrypoint requires ${names}. Write ` +
      `requestMembers: ({ header }) => ({ ${first}: header('…') }).`,
  );
}

function missingMembers(schema: RequestSchema, method: string): readonly string[] {
  try {
    const request = { jsonrpc: '2.0', id: 1, method, params: {} };
    const result = schema['~standard'].validate(request);
    if (isPromise(result)) {
      result.catch(() => undefined);
      return [];
    }
    const names = (result.issues ?? []).flatMap(({ path: [segment] = [] }) =>
      typeof segment === 'object' ? segment.key : (segment ?? []),
    );
    return [...new Set(names.filter((name) => !JSON_RPC_MEMBERS.has(name)).map(String))];
  } catch {
    // The schema may throw for a request without its members.
    return [];
  }
}
