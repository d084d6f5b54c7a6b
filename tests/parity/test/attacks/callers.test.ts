import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { CLIENTS, silent } from './attacked-api.js';
import { exchange, onEveryAdapter, sendJson } from './on-every-adapter.js';

const users = Array.from({ length: CLIENTS }, (_, index) => `user-${index}`);
const whoami = (user: string): string => post('/rpc', call('whoami'), { user });

onEveryAdapter((target) => {
  const send = (user: string): RawClient => new RawClient(target.port).send(whoami(user));

  test('CVE-2026-25536: returns its own result to each client when all use the same id at once', async () => {
    const responses = await Promise.all(users.map((user) => send(user).response()));
    expect(responses.map(({ body }) => JSON.parse(body).result)).toEqual(users);
  });

  test('CVE-2026-25536: returns a result for each call of batches that repeat an id', async () => {
    const batch = `[${Array(4).fill(call('whoami')).join()}]`;
    const callers = users.slice(0, CLIENTS / 4);
    const responses = await Promise.all(
      callers.map((user) => exchange(target, post('/rpc', batch, { user }))),
    );
    const results = responses.map(({ body }) =>
      JSON.parse(body).map(({ result }: { result: string }) => result),
    );
    expect(results).toEqual(callers.map((user) => Array(4).fill(user)));
  });

  test('CVE-2026-25536: responds in order to pipelined requests with the same id', async () => {
    const client = new RawClient(target.port);
    client.send(post('/rpc', call('ping')), post('/rpc', call('none')));
    expect((await client.response()).body).toContain('pong');
    expect((await client.response()).body).toContain('-32601');
  });

  test('CVE-2026-25536: never sends the response for a disconnected client to another client', async () => {
    const disconnected = send('disconnected');
    const connected = users.slice(1).map((user) => send(user).response());
    disconnected.socket.destroy();
    // Lets the other calls finish if the call of the disconnected client never ran.
    const last = send('last');
    const responses = await Promise.all(connected);
    expect(responses.map(({ body }) => JSON.parse(body).result)).toEqual(users.slice(1));
    last.socket.destroy();
  });
});

class TooManyCalls extends defineError({ code: 5029, message: 'Too many calls' }) {}

const LIMIT = 3;
let calls = 0;
beforeEach(() => {
  calls = 0;
});

/** A middleware limits `/middleware`, and the option `rateLimit` limits `/option`. */
function limitedApi(received: unknown[]): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  const byMiddleware = new Entrypoint('/middleware', {
    errors: [TooManyCalls, ...Entrypoint.defaultErrors],
    middlewares: [
      async (_ctx, next) => {
        calls += 1;
        if (calls > LIMIT) throw new TooManyCalls();
        await next();
      },
    ],
  });
  const byOption = new Entrypoint('/option', {
    rateLimit: rateLimit({
      points: LIMIT,
      duration: 3600,
      key: (request) => request.header('x-caller') ?? 'anonymous',
    }),
  });
  const api = new Api({ logger: silent }).bindEntrypoint(rpc);
  for (const limited of [byMiddleware, byOption]) {
    limited.method('try', {}, () => received.push('try'));
    api.bindEntrypoint(limited);
  }
  return api;
}

const batch = `[${Array(10).fill(call('try')).join()}]`;

describe('with a limit on calls', () => {
  onEveryAdapter((target) => {
    const limits: readonly [string, string, number, number][] = [
      ['a middleware', '/middleware', 5029, 200],
      ['the option rateLimit', '/option', -32005, 429],
    ];

    test.each(limits)(
      'CVE-2026-30972: %s counts each call of a batch',
      async (_, path, code, status) => {
        const headers = { 'x-caller': 'batch' };
        const { body } = await exchange(target, post(path, batch, headers));
        const errors = JSON.parse(body).map(
          ({ error }: { error?: { code: number } }) => error?.code,
        );
        expect(errors.filter((error: unknown) => error === code)).toHaveLength(10 - LIMIT);
        expect(target.received).toHaveLength(LIMIT);
        const next = await exchange(target, post(path, call('try'), headers));
        expect(next.status).toBe(status);
        expect(target.received).toHaveLength(LIMIT);
      },
    );

    test.each(limits)(
      'CVE-2026-30972: %s counts notifications, unknown methods and calls on the route of a method',
      async (_, path, code, status) => {
        const headers = { 'x-caller': 'single' };
        await exchange(target, post(path, '{"jsonrpc":"2.0","method":"try"}', headers));
        await exchange(target, post(path, call('none'), headers));
        await exchange(target, post(`${path}/try`, call('try'), headers));
        const last = await exchange(target, post(path, call('try'), headers));
        expect(last.status).toBe(status);
        expect(JSON.parse(last.body)).toMatchObject({ error: { code } });
        expect(target.received).toHaveLength(2);
      },
    );

    test('CVE-2026-30972: a middleware does not count calls of other entrypoints', async () => {
      await sendJson(target, call('ping'));
      expect(calls).toBe(0);
    });
  }, limitedApi);
});
