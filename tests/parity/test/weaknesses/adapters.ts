import type { Api } from '@jsonrpc-kit/core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { call, post, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import { adapters } from '../servers.js';
import type { Serving } from '../servers/server.js';

/** The server that a test sends requests to. */
export interface Target {
  readonly port: number;
}

/**
 * Runs the tests once for each adapter, against a separate api. After each test the server must
 * still respond to a valid call, so a test fails if the server has stopped.
 *
 * The api needs a method `ping` on `/rpc` that returns "pong", as `rpcApi()` creates it.
 */
export function onEveryAdapter(createApi: () => Api, tests: (target: Target) => void): void {
  describe.each(adapters)('behind $name', ({ serve }) => {
    const target = { port: 0 };
    let serving: Serving;
    beforeAll(async () => {
      serving = await serve({ apis: [{ api: createApi() }] });
      target.port = serving.port;
    });
    afterEach(() => expectPong(target.port));
    afterAll(() => serving.close());
    tests(target);
  });
}

/** Sends the bytes on a new connection and returns the response to them. */
export function exchange(
  { port }: Target,
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

/** A logger for servers whose errors the test expects. */
export const silent = { error: () => undefined, warn: () => undefined };

async function expectPong(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call('ping'),
  });
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 'pong' });
}
