import { setImmediate } from 'node:timers/promises';
import { addInstrumentation, type Api } from '@jsonrpc-kit/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, post, RawClient } from '../../../node/test/raw-client.js';
import { frameworks } from '../servers.js';
import { node } from '../servers/node.js';
import type { Serving } from '../servers/server.js';
import { oddApi, type Seen } from './odd-api.js';
import { odd, oddCode } from './odd-code.js';

interface Served {
  readonly name: string;
  readonly api: Api;
  readonly seen: Seen;
  readonly serving: Serving;
}

const served: Served[] = [];

beforeAll(async () => {
  for (const { name, serve } of [node, ...frameworks]) {
    const seen: Seen = { opened: 0, closed: 0, log: [] };
    const api = oddApi(seen);
    served.push({ name, api, seen, serving: await serve({ apis: [{ api }] }) });
  }
});

afterAll(async () => {
  for (const { name, api, seen, serving } of served) {
    await api.close({ timeout: 5_000 });
    await serving.close();
    const { opened, closed } = seen;
    if (opened > 0 && closed === opened) continue;
    throw new Error(`${closed} of ${opened} dependencies behind ${name} were closed`);
  }
});

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  for (const { seen } of served) seen.log.length = 0;
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
  // Receives the lines that a failing logger could not write.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(async () => {
  // Unhandled rejections are reported after the microtasks.
  await setImmediate();
  process.off('unhandledRejection', onUnhandled);
  process.off('uncaughtException', onUnhandled);
  if (unhandled.length > 0) throw new AggregateError(unhandled, 'An error reached the process');
});

const oddValues = odd.map(([value], index) => [value, index] as const);

describe.each(oddCode.map((code, path) => ({ ...code, path })))(
  'when $where',
  ({ path, failsAfterResponse, logsWithoutId, endsExchange, instrumentation }) => {
    if (instrumentation !== undefined) {
      let remove: () => void;
      beforeAll(() => {
        remove = addInstrumentation(instrumentation);
      });
      afterAll(() => remove());
    }

    test.each(oddValues)(
      'every adapter sends the same response, and keeps running, when application code throws or returns %s',
      async (_, index) => {
        const id = `${path}/${index}`;
        const [first, ...others] = await Promise.all(
          served.map(({ serving }) => respond(serving.port, path, index)),
        );
        for (const response of others) expect(response).toEqual(first);

        if (endsExchange) expectOneWellFormed(first);
        else expectWellFormed(first, id);
        const ran = failsAfterResponse ? `"id":"${id}","result":"ran"` : '';
        expect(first?.body).toContain(ran);
        const ids: unknown[] = logsWithoutId ? [id, undefined] : [id];
        const isLogged = failsAfterResponse || first?.body.includes(INTERNAL_ERROR);
        for (const { name, seen } of served) {
          await vi.waitFor(
            () => {
              expect(seen.closed, `teardowns behind ${name}`).toBe(seen.opened);
              const lines = seen.log.filter((line) => ids.includes(line.id));
              expect(lines.length > 0 || !(isLogged ?? false), `log behind ${name}`).toBe(true);
            },
            { interval: 1 },
          );
        }
      },
    );
  },
);

const INTERNAL_ERROR = '"error":{"code":-32603,"message":"Internal error"}';

/** An array of two responses that have a result or a valid error. */
function expectWellFormed(response: Response | undefined, id: string): void {
  expect(response).toMatchObject({ status: 200, type: ['application/json'] });
  const json = JSON.parse(response?.body ?? '') as unknown;
  expect(json).toEqual([wellFormed(id), wellFormed('good')]);
}

/** The body of an HttpError, or InternalError where HTTP can't carry it. */
function expectOneWellFormed(response: Response | undefined): void {
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
