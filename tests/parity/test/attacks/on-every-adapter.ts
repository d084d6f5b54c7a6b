import type { Api } from '@jsonrpc-kit/core';
import { call, post, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { adapters } from '../servers.js';
import type { Serving } from '../servers/server.js';
import { attackedApi } from './attacked-api.js';

/** The server that a test attacks. */
export interface Target {
  readonly port: number;
  /** What reached a method of `attackedApi()` during the test. */
  readonly received: unknown[];
}

/**
 * Runs the tests once for each adapter, against a separate api. After each test the server must
 * still respond to a valid call, so a test fails if the server has stopped.
 *
 * @param createApi creates an api with a method `ping` on `/rpc` that returns "pong"
 */
export function onEveryAdapter(
  tests: (target: Target) => void,
  createApi: (received: unknown[]) => Api = attackedApi,
): void {
  describe.each(adapters)('behind $name', ({ serve }) => {
    const target = { port: 0, received: [] as unknown[] };
    let serving: Serving;
    beforeAll(async () => {
      serving = await serve({ apis: [{ api: createApi(target.received) }] });
      target.port = serving.port;
    });
    beforeEach(() => {
      target.received.length = 0;
    });
    afterEach(() => expectPong(target.port));
    afterAll(() => serving.close());
    tests(target);
  });
}

/** Sends the bytes on a new connection and returns the response to them. */
export function exchange(
  { port }: Pick<Target, 'port'>,
  ...bytes: readonly (string | Uint8Array)[]
): Promise<RawResponse> {
  return new RawClient(port).send(...bytes).response();
}

/** Posts JSON to `/rpc` and returns the parsed response. */
export async function sendJson(target: Target, body: string): Promise<unknown> {
  const response = await exchange(target, post('/rpc', body));
  expect(response.status).toBe(200);
  return JSON.parse(response.body);
}

/** Returns a GET request. */
export function get(path: string, host = 'localhost'): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
}

/** The beginning of a call's request, for headers that end with an empty line. */
export const HEAD = 'POST /rpc HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

/** The head of a call whose body comes in chunks. */
export const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

async function expectPong(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call('ping'),
  });
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 'pong' });
}
