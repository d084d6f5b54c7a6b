import { isObject } from '@jsonrpc-kit/openrpc';
import type { HttpCall } from '../call/send-request.js';
import { formatJson, parseJson } from '../document/json.js';

const CONTENT_TYPE = { 'content-type': 'application/json' };

/** Returns a command for a POSIX shell. */
export function toCurl({ url, headers, body }: HttpCall): string {
  return [
    `curl ${quote(url)}`,
    ...Object.entries({ ...CONTENT_TYPE, ...headers }).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    `-d ${quote(formatJson(parseJson(body)))}`,
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a call of `fetch()`. */
export function toFetch({ url, headers, body }: HttpCall): string {
  const message = parseJson(body);
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: 'POST',`,
    `  headers: ${indent(toSource({ ...CONTENT_TYPE, ...headers }))},`,
    `  body: JSON.stringify(${indent(toSource(message))}),`,
    `});`,
    `console.log(${hasResponse(message) ? 'await response.json()' : 'response.status'});`,
  ].join('\n');
}

/** Returns Python code that sends the request with the library Requests. */
export function toPython({ url, headers, body }: HttpCall): string {
  const message = parseJson(body);
  const hasHeaders = Object.keys(headers).length > 0;
  return [
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(url)},`,
    ...(hasHeaders ? [`    headers=${toPythonSource(headers)},`] : []),
    `    json=${toPythonSource(message)},`,
    ')',
    `print(${hasResponse(message) ? 'response.json()' : 'response.status_code'})`,
  ].join('\n');
}

/** Whether the server responds with a body. Notifications get a status only. */
function hasResponse(message: unknown): boolean {
  const requests: readonly unknown[] = Array.isArray(message) ? message : [message];
  return requests.some((request) => isObject(request) && 'id' in request);
}

/** Formats a value as JavaScript, without quotes around the names that need none. */
export function toSource(value: unknown): string {
  return formatJson(value)
    .replaceAll(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

/** Formats a value as Python, indented as an argument of `requests.post`. */
function toPythonSource(value: unknown): string {
  return formatJson(value)
    .replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => PYTHON_WORDS.get(token) ?? token)
    .replaceAll(/^ +/gm, (spaces) => spaces.repeat(2))
    .replaceAll('\n', '\n    ');
}

export function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
