import { isObject } from '@jsonrpc-kit/openrpc';
import type { MethodModel } from '../document/api-model.js';
import type { HttpCall } from '../call/send-request.js';
import { toSource } from './copy-request.js';

/** A call of a method, to be copied as code. */
export interface CopySource {
  readonly method: MethodModel;
  readonly isNotification: boolean;
  readonly params: unknown;
  readonly http: HttpCall;
  /** Empty or undefined if the call has no key. */
  readonly idempotencyKey: string | undefined;
  /** The names of the idempotent methods of the server, which the typed client requires. */
  readonly idempotentMethods: readonly string[];
}

/** Returns a call by the typed client of jsonrpc-kit. */
export function toTypedClient(source: CopySource): string {
  const { method, isNotification, http, idempotentMethods } = source;
  const invoke = `${isNotification ? 'client.$notify' : 'client'}${memberOf(method.name, source)}`;
  const names = Object.fromEntries(idempotentMethods.map((name) => [name, true]));
  const options = toSource({
    url: http.url,
    ...(Object.keys(http.headers).length > 0 ? { headers: http.headers } : {}),
    ...(idempotentMethods.length > 0 ? { idempotent: names } : {}),
  });
  return [
    `import { createClient } from '@jsonrpc-kit/client';`,
    `import type * as methods from './methods.js';`,
    '',
    `const client = createClient<typeof methods>(${options});`,
    isNotification ? `await ${invoke};` : `const result = await ${invoke};`,
  ].join('\n');
}

/** Whether the client or every object has a member of this name already. */
function isReserved(name: string): boolean {
  return name in {} || /^(?:\$|__|then$|toJSON$)/.test(name);
}

function memberOf(name: string, source: CopySource): string {
  const args = argumentsOf(source);
  if (isReserved(name)) return `.$call(${[JSON.stringify(name), ...args].join(', ')})`;
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}(${args.join(', ')})`;
  return source.isNotification
    ? `[${JSON.stringify(name)}](${args.join(', ')})`
    : `.$call(${[JSON.stringify(name), ...args].join(', ')})`;
}

/** Returns the sources of the arguments: the params, and the options of the call. */
function argumentsOf({ params, idempotencyKey }: CopySource): readonly string[] {
  const key = idempotencyKey ? [`{ idempotencyKey: ${JSON.stringify(idempotencyKey)} }`] : [];
  if (params !== undefined) return [toSource(params), ...key];
  return key.length === 0 ? [] : ['undefined', ...key];
}

/** Returns the message by which an agent calls the tool of a method. */
export function toMcp(name: string, { method, params }: CopySource): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: namedArguments(method, params) },
  };
  return JSON.stringify(message, null, 2);
}

/** Returns the params by name, because the arguments of a tool always have names. */
function namedArguments({ params: declared }: MethodModel, params: unknown): unknown {
  if (isObject(params)) return params;
  if (!Array.isArray(params)) return {};
  return Object.fromEntries(
    params.map((value: unknown, index) => [declared[index]?.name ?? String(index), value]),
  );
}
