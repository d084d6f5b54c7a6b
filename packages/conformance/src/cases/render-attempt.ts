import { gzipSync } from 'node:zlib';
import type { Expectation } from '../expectations/expectation.js';
import type { SentRequest } from '../http/sent-request.js';
import type { Attempt, CaseRequest, ConnectionAttempt, Exchange } from './conformance-case.js';
import { isTargetMethod, type MethodNames } from './target-methods.js';

/** The properties of the server that the requests depend on. */
export interface CaseSettings {
  readonly methods: MethodNames;
  readonly maxBodyBytes: number;
  readonly maxBatchSize: number;
}

/** An attempt whose requests are ready to be sent. */
export interface RenderedAttempt extends Pick<ConnectionAttempt, 'mayClose' | 'nothingAfter'> {
  readonly exchanges: readonly RenderedExchange[];
  readonly usesConnection: boolean;
}

export interface RenderedExchange extends Pick<Exchange, 'optional' | 'halfClose'> {
  readonly request: SentRequest;
  readonly expect: Expectation;
}

/** Replaces the placeholders of an attempt, and repeats it for each value of `each`. */
export function renderAttempt(attempt: Attempt, settings: CaseSettings): RenderedAttempt[] {
  return expandEach(attempt)
    .filter((one) => hasOtherCase(one, settings))
    .map((one) => {
      if (!('connection' in one))
        return { exchanges: [render(one, settings)], usesConnection: false };
      const { connection, ...options } = one;
      const exchanges = connection.map((exchange, index) =>
        withFraming(render(exchange, settings), index === connection.length - 1),
      );
      return { ...options, exchanges, usesConnection: true };
    });
}

/** A value replaces `"{{each}}"`; inside a longer string, its text replaces `{{each}}`. */
function expandEach({ each, ...attempt }: Attempt): Attempt[] {
  if (each === undefined) return [attempt];
  const data = JSON.stringify(attempt);
  return each.map((value) => {
    const text = JSON.stringify(String(value)).slice(1, -1);
    const expanded = data
      .replaceAll('"{{each}}"', () => JSON.stringify(value))
      .replaceAll('{{each}}', () => text);
    return JSON.parse(expanded) as Attempt;
  });
}

/** Whether the attempt can be sent: a method name without letters can't be written in another case. */
function hasOtherCase(attempt: Attempt, { methods }: CaseSettings): boolean {
  const [, name = ''] = /\{\{(\w+)\|otherCase\}\}/.exec(JSON.stringify(attempt)) ?? [];
  const method = isTargetMethod(name) ? methods[name] : undefined;
  return typeof method !== 'string' || swapCase(method) !== method;
}

function swapCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}

function render(exchange: Exchange, settings: CaseSettings): RenderedExchange {
  const { verb = 'POST', path = '', chunked, expect = {}, optional, halfClose } = exchange;
  const body = renderBody(exchange, settings);
  const numbers = { ...settings, bodyLength: body?.length ?? 0 };
  const headers = Object.entries(exchange.headers ?? defaultHeaders(body !== undefined)).flatMap(
    ([name, values]) =>
      [values].flat().map((value) => [name, fillNumbers(value, numbers)] as const),
  );
  const request = {
    verb,
    path: fillMethods(path, settings, encodeURIComponent),
    headers:
      chunked === undefined ? headers : [...headers, ['transfer-encoding', 'chunked'] as const],
    body: chunked === undefined || body === undefined ? body : toChunks(body, chunked),
  };
  return { request, expect, ...(optional && { optional }), ...(halfClose && { halfClose }) };
}

function defaultHeaders(hasBody: boolean): NonNullable<CaseRequest['headers']> {
  const accept = { accept: 'application/json' };
  return hasBody ? { 'content-type': 'application/json', ...accept } : accept;
}

function renderBody(request: CaseRequest, settings: CaseSettings): Buffer<ArrayBuffer> | undefined {
  const { base64, repeat, padTo, gzip } = request;
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  const template = 'json' in request ? JSON.stringify(request.json) : request.text;
  if (template === undefined) return undefined;
  const times = Number(fillNumbers(String(repeat?.times ?? 0), settings));
  const repeated = Array.from({ length: times }, (_, index) =>
    repeat?.text.replaceAll('{{index}}', String(index + 1)),
  );
  const text = fillMethods(
    template.replace('{{repeat}}', () => repeated.join('')),
    settings,
    inJson,
  );
  const bytes = Buffer.from(text);
  const body = gzip ? Buffer.from(gzipSync(bytes)) : bytes;
  if (padTo === undefined) return body;
  const missing = Number(fillNumbers(padTo, settings)) - body.length;
  return Buffer.concat([body, Buffer.alloc(missing, ' ')]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fillMethods(
  template: string,
  { methods }: CaseSettings,
  encode: (name: string) => string,
): string {
  return template.replaceAll(/\{\{(\w+)(?:\|(\w+))?\}\}/g, (placeholder, name: string, filter) => {
    const method = isTargetMethod(name) ? methods[name] : null;
    if (method === null) return placeholder;
    if (filter === 'escaped') return escapeEachCharacter(method);
    return encode(filter === 'otherCase' ? swapCase(method) : method);
  });
}

function escapeEachCharacter(text: string): string {
  const codes = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return codes.map((code) => String.raw`\u${code}`).join('');
}

function fillNumbers(template: string, numbers: object): string {
  return template.replaceAll(/\{\{(\w+)([+-]\d+)?\}\}/g, (_, name: string, offset = '0') =>
    String(Number(numbers[name as never]) + Number(offset)),
  );
}

/** The first chunk has five bytes, the second the rest and an extension. */
function toChunks(body: Buffer, kind: 'complete' | 'cut-off'): Buffer<ArrayBuffer> {
  const rest = (body.length - 5).toString(16);
  const lastChunk = kind === 'complete' ? '0\r\n\r\n' : '';
  return Buffer.concat([
    Buffer.from('5\r\n'),
    body.subarray(0, 5),
    Buffer.from(`\r\n${rest};x=y\r\n`),
    body.subarray(5),
    Buffer.from(`\r\n${lastChunk}`),
  ]);
}

/** Adds the headers that HTTP requires on a connection, except for those that the case sets. */
function withFraming(exchange: RenderedExchange, isLast: boolean): RenderedExchange {
  const { headers, body } = exchange.request;
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/.test(name));
  const length = ['content-length', String(body?.length ?? 0)] as const;
  const framed = [
    ...headers,
    ...(isFramed ? [] : [length]),
    ...(isLast ? [['connection', 'close'] as const] : []),
  ];
  return { ...exchange, request: { ...exchange.request, headers: framed } };
}
