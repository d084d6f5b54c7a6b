import { setImmediate } from 'node:timers/promises';
import { addInstrumentation, type Api } from '@jsonrpc-kit/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { frameworks } from '../servers.js';
import { node } from '../servers/node.js';
import type { Serving } from '../servers/server.js';
import { oddApi, type Observed } from './odd-api.js';
import { odd, oddCode } from './odd-code.js';

interface Served {
  readonly name: string;
  readonly api: Api;
  readonly observed: Observed;
  readonly serving: Serving;
}

const served: Served[] = [];

beforeAll(async () => {
  for (const { name, serve } of [node, ...frameworks]) {
    const observed: Observed = { opened: 0, closed: 0, log: [] };
    const api = oddApi(observed);
    served.push({ name, api, observed, serving: await serve({ apis: [{ api }] }) });
  }
});

afterAll(async () => {
  for (const { name, api, observed, serving } of served) {
    await api.close({ timeout: 5_000 });
    await serving.close();
    const { opened, closed } = observed;
    if (opened > 0 && closed === opened) continue;
    throw new Error(`${closed} of ${opened} dependencies on ${name} ran their teardown`);
  }
});

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  for (const { observed } of served) observed.log.length = 0;
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
  // The api writes to the console if a logger fails.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(async () => {
  // Node reports unhandled rejections after all microtasks.
  await setImmediate();
  process.off('unhandledRejection', onUnhandled);
  process.off('uncaughtException', onUnhandled);
  if (unhandled.length > 0)
    throw new AggregateError(unhandled, 'The process received unhandled errors');
});

const oddValues = odd.map(([value], index) => [value, index] as const);

describe.each(oddCode.map((code, path) => ({ ...code, path })))(
  'when $title',
  ({ path, failsAfterResponse, logsWithoutId, endsExchange, instrumentation }) => {
    if (instrumentation !== undefined) {
      let remove: () => void;
      beforeAll(() => {
        remove = addInstrumentation(instrumentation);
      });
      afterAll(() => remove());
    }

    test.each(oddValues)(
      'every adapter sends the same valid response and keeps running with the odd value %s',
      async (_, index) => {
        const id = `${path}/${index}`;
        const [first, ...others] = await Promise.all(
          served.map(({ serving }) => respond(serving.port, path, index)),
        );
        for (const response of others) expect(response).toEqual(first);

        if (endsExchange) expectWellFormedHttpError(first);
        else expectWellFormed(first, id);
        const ran = failsAfterResponse ? `"id":"${id}","result":"ran"` : '';
        expect(first?.body).toContain(ran);
        const ids: unknown[] = logsWithoutId ? [id, undefined] : [id];
        const isLogged = failsAfterResponse || first?.body.includes(INTERNAL_ERROR);
        for (const { name, observed } of served) {
          await vi.waitFor(
            () => {
              expect(observed.closed, `teardowns on ${name}`).toBe(observed.opened);
              const lines = observed.log.filter((line) => ids.includes(line.id));
              expect(lines.length > 0 || !(isLogged ?? false), `log of ${name}`).toBe(true);
            },
            { interval: 1 },
          );
        }
      },
    );
  },
);

const INTERNAL_ERROR = '"error":{"code":-32603,"message":"Internal error"}';

/** Expects an array of two responses, each with a result or a valid error. */
function expectWellFormed(response: Response | undefined, id: string): void {
  expect(response).toMatchObject({ status: 200, type: ['application/json'] });
  const json = JSON.parse(response?.body ?? '') as unknown;
  expect(json).toEqual([wellFormed(id), wellFormed('good')]);
}

/** Expects the body of an HttpError, or an InternalError if HTTP can't represent the HttpError. */
function expectWellFormedHttpError(response: Response | undefined): void {
  expect(response?.type).toEqual(['application/json']);
  const { detail, ...json } = JSON.parse(response?.body ?? '') as { readonly detail?: unknown };
  const internalError = JSON.parse(`{"jsonrpc":"2.0","id":null,${INTERNAL_ERROR}}`) as unknown;
  expect(json).toEqual(response?.status === 200 ? internalError : {});
  expect(detail === undefined).toBe(response?.status === 200);
}

function wellFormed(id: string): unknown {
  return expect.toSatisfy((response: Record<string, unknown>) => {
    const { jsonrpc, error, ...members } = response;
    if (jsonrpc !== '2.0' || members['id'] !== id) return false;
    if (error === undefined) return 'result' in members;
    const { code, message } = error as { code: unknown; message: unknown };
    return !('result' in members) && Number.isSafeInteger(code) && typeof message === 'string';
  });
}

interface Response {
  readonly status: number;
  readonly type: readonly string[] | undefined;
  readonly body: string;
}

/** Sends a batch to the odd code, then a call to another entrypoint on the same connection. */
async function respond(port: number, path: number, index: number): Promise<Response> {
  const run = { jsonrpc: '2.0', method: 'run', params: { odd: String(index) } };
  const good = { jsonrpc: '2.0', id: 'good', method: 'good' };
  const batch = JSON.stringify([{ ...run, id: `${path}/${index}` }, good, run]);
  const client = new RawClient(port).send(post(`/${path}`, batch, { odd: String(index) }));
  const { status, headers, body } = await client.response();
  client.send(post('/plain', call('ping')));
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"pong"}');
  return { status, type: headers['content-type'], body };
}
