import type { MethodModel } from '../document/api-model.js';
import { formatJson, isObject } from '../document/json.js';
import type { HttpCall } from '../call/send-request.js';

/** A call in the forms that it can be copied in. */
export interface CopySource {
  readonly method: MethodModel;
  readonly isNotification: boolean;
  readonly params: unknown;
  readonly http: HttpCall;
}

/** Returns a command for a POSIX shell. */
export function toCurl({ url, headers, body }: HttpCall): string {
  const all = { 'content-type': 'application/json', ...headers };
  return [
    `curl ${quote(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `-d ${quote(body)}`,
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a call of `fetch()`. */
export function toFetch({ url, headers, body }: HttpCall): string {
  const all = { 'content-type': 'application/json', ...headers };
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: 'POST',`,
    `  headers: ${indent(toSource(all))},`,
    `  body: JSON.stringify(${indent(toSource(JSON.parse(body)))}),`,
    `});`,
    `console.log(await response.json());`,
  ].join('\n');
}

/** Returns a call by the typed client of jsonrpc-kit. */
export function toTypedClient({ method, isNotification, params, http }: CopySource): string {
  const { name } = method;
  const isMember = /^[A-Za-z_]\w*$/.test(name);
  const prefix = isNotification ? 'client.$notify' : 'client';
  const args = params === undefined ? '' : toSource(params);
  const named = isMember ? `${prefix}.${name}(${args})` : dynamicCall(prefix, name, args);
  const headers = Object.keys(http.headers).length > 0 ? { headers: http.headers } : {};
  const options = toSource({ url: http.url, ...headers });
  return [
    `import { createClient } from '@jsonrpc-kit/client';`,
    `import type * as methods from './methods.js';`,
    '',
    `const client = createClient<typeof methods>(${options});`,
    isNotification ? `await ${named};` : `const result = await ${named};`,
  ].join('\n');
}

function dynamicCall(prefix: string, name: string, args: string): string {
  if (prefix !== 'client') return `${prefix}[${JSON.stringify(name)}](${args})`;
  return `client.$call(${[JSON.stringify(name), args].filter((one) => one !== '').join(', ')})`;
}

/** Returns the message by which an agent calls the method as a tool. */
export function toMcp({ method, params }: CopySource): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: toolName(method.name), arguments: namedArguments(method, params) },
  };
  return JSON.stringify(message, null, 2);
}

/** Tool names have fewer characters than method names. */
function toolName(name: string): string {
  return name.replace(/[^\w.-]/g, '_').slice(0, 64);
}

/** The arguments of a tool always have names. */
function namedArguments({ params: declared }: MethodModel, params: unknown): unknown {
  if (isObject(params)) return params;
  if (!Array.isArray(params)) return {};
  return Object.fromEntries(
    params.map((value: unknown, index) => [declared[index]?.name ?? String(index), value]),
  );
}

/** Formats a value as JavaScript, without quotes around the names that need none. */
function toSource(value: unknown): string {
  return formatJson(value).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
