import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type ReceivedResponse, postText, serve } from '../../test/call.js';
import { Entrypoint, header, params } from '../index.js';

/** Clients may send any body: the response follows the specification, and nothing is thrown. */
const v1 = new Entrypoint('/rpc', { paramStructure: 'either', limits: { maxBatchSize: 20 } });
v1.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
v1.method('later', { args: { all: params(v.unknown()) } }, async ({ all }) => all);
v1.method('sum', { args: { a: v.number(), b: v.optional(v.number(), 0) } }, ({ a, b }) => a + b);
v1.method('secret', { args: { token: header(v.string()) } }, () => 1);
v1.method('broken', {}, () => {
  throw new Error('secret');
});
const { api } = serve(v1);

const methods = ['echo', 'later', 'sum', 'secret', 'broken'];
const id = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger());
const validRequest = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id,
    method: fc.oneof(fc.constantFrom(...methods), fc.string()),
    params: fc.oneof(
      fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()), fc.jsonValue()),
      fc.array(fc.jsonValue(), { maxLength: 4 }),
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

/** A valid request with one member more, less or different. */
const mutated = fc
  .tuple(
    validRequest,
    fc.oneof(
      fc.constantFrom('jsonrpc', 'id', 'method', 'params', '__proto__', 'constructor', 'toString'),
      fc.string(),
    ),
    fc.option(fc.jsonValue(), { nil: undefined }),
  )
  .map(([request, name, value]) => {
    const members = Object.entries(request).filter(([other]) => other !== name);
    if (value !== undefined) members.push([name, value as never]);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`).join(',')}}`;
  });

const item = fc.oneof(
  { weight: 3, arbitrary: validRequest.map((request) => JSON.stringify(request)) },
  { weight: 3, arbitrary: mutated },
  { weight: 1, arbitrary: fc.json() },
);

/** Classifies an item as the specification does, independently of the implementation. */
function classify(value: unknown): { kind: 'request' | 'notification' | 'invalid'; id: unknown } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = new Map(isObject ? Object.entries(value) : []);
  const own = entries.get('id');
  const hasValidId = typeof own === 'string' || Number.isSafeInteger(own);
  const given = entries.get('params');
  const isValid =
    entries.get('jsonrpc') === '2.0' &&
    typeof entries.get('method') === 'string' &&
    (!entries.has('id') || hasValidId) &&
    (!entries.has('params') || (typeof given === 'object' && given !== null)) &&
    [...entries.keys()].every((name) => ['jsonrpc', 'id', 'method', 'params'].includes(name));
  if (!isValid) return { kind: 'invalid', id: hasValidId ? own : null };
  return entries.has('id') ? { kind: 'request', id: own } : { kind: 'notification', id: undefined };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Expects a response object with the specified members in the specified order. */
function expectResponse(response: unknown, expected: ReturnType<typeof classify>): void {
  const { jsonrpc, id: echoed, error } = response as Record<string, unknown>;
  expect(Object.keys(response as object)).toEqual([
    'jsonrpc',
    'id',
    error === undefined ? 'result' : 'error',
  ]);
  expect(jsonrpc).toBe('2.0');
  // Compared as JSON, where -0 is 0.
  expect(JSON.stringify(echoed)).toBe(JSON.stringify(expected.id));
  expect(error !== undefined || expected.kind === 'request').toBe(true);
  if (error === undefined) return;
  const { code, message } = error as Record<string, unknown>;
  expect([-32600, -32601, -32602, -32603]).toContain(code);
  expect(code === -32600).toBe(expected.kind === 'invalid');
  expect(typeof message).toBe('string');
  expect(JSON.stringify(error)).not.toContain('secret');
}

function expectResponses(
  received: ReceivedResponse,
  items: readonly unknown[],
  isBatch: boolean,
): void {
  const expected = items.map(classify).filter(({ kind }) => kind !== 'notification');
  const hasBody = expected.length > 0;
  expect(received.status).toBe(hasBody ? 200 : 204);
  expect(received.headers.get('content-type')).toBe(hasBody ? 'application/json' : null);
  expect(Array.isArray(received.json)).toBe(hasBody && isBatch);
  const responses = [received.json].flat().filter((response) => response !== undefined);
  expect(responses).toHaveLength(expected.length);
  for (const [index, one] of expected.entries()) expectResponse(responses[index], one);
}

describe('random bodies', () => {
  test('responds as specified to requests with a member added, removed or changed', async () => {
    await fc.assert(
      fc.asyncProperty(item, async (text) => {
        const value: unknown = JSON.parse(text);
        fc.pre(!Array.isArray(value));
        expectResponses(await postText(api, text), [value], false);
      }),
      { numRuns: 400 },
    );
  });

  test('responds to random batches with one response for each call, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 20 }), async (items) => {
        const text = `[${items.join(',')}]`;
        expectResponses(await postText(api, text), JSON.parse(text) as unknown[], true);
      }),
      { numRuns: 200 },
    );
  });

  test('responds as specified to any JSON value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 3 }), async (text) => {
        const value: unknown = JSON.parse(text);
        const isBatch = Array.isArray(value) && value.length > 0 && value.length <= 20;
        expectResponses(await postText(api, text), isBatch ? value : [value], isBatch);
      }),
      { numRuns: 200 },
    );
  });

  test('responds to any text that is not JSON with ParseError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        fc.pre(!isJson(text));
        expect(await postText(api, text)).toMatchObject({
          status: 200,
          json: { id: null, error: { code: -32700 } },
        });
      }),
      { numRuns: 300 },
    );
  });

  test('responds to a body that is cut off or has a character changed with 200 or 204', async () => {
    await fc.assert(
      fc.asyncProperty(item, fc.nat(), fc.string({ maxLength: 1 }), async (text, place, put) => {
        const at = place % text.length;
        for (const body of [text.slice(0, at), text.slice(0, at) + put + text.slice(at + 1)]) {
          const { status, text: response } = await postText(api, body);
          expect([200, 204]).toContain(status);
          expect(response === '').toBe(status === 204);
        }
      }),
      { numRuns: 300 },
    );
  });
});
