import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { notification, post, request } from '../../test/in-process.js';
import { connect } from '../../test/memory-socket.js';
import { describeMethods } from '../description.js';
import {
  Api,
  connection,
  defineError,
  Entrypoint,
  type EntrypointOptions,
  EventsLost,
  LimitExceeded,
  RequestTimeout,
  Unauthorized,
} from '../index.js';
import { rateLimit } from '../rate-limit.js';

/** An error of the application that has the number of a standard error. */
class Reverted extends defineError({ code: -32005, message: 'Execution reverted' }) {}

const errorCodes = { LimitExceeded: -32050, RequestTimeout: -32051, Unauthorized: 401 };

function serve(options: EntrypointOptions = {}): Api {
  const rpc = new Entrypoint('/rpc', { errorCodes, ...options });
  rpc.method('limit', { errors: [LimitExceeded] }, () => {
    throw new LimitExceeded({ retryAfterMs: 5 });
  });
  rpc.method('revert', { errors: [Reverted] }, () => {
    throw new Reverted();
  });
  rpc.method('hang', { timeout: 5 }, () => new Promise<never>(() => undefined));
  rpc.method('secret', {}, () => {
    throw new Unauthorized();
  });
  rpc.method('huge', { result: v.string() }, () => 'x'.repeat(2_000));
  return new Api({ logger: { warn: () => undefined, error: () => undefined } }).bindEntrypoint(rpc);
}

async function codesOf(api: Api, ...methods: readonly string[]): Promise<readonly unknown[]> {
  const { json } = await post(
    api,
    '/rpc',
    methods.map((method) => request(method)),
  );
  return (json as readonly { readonly error?: { readonly code: number } }[]).map(
    ({ error }) => error?.code,
  );
}

afterEach(() => void vi.useRealTimers());

describe('an entrypoint with errorCodes', () => {
  test('sends its codes for the standard errors, and leaves those of the application', async () => {
    const api = serve({ limits: { maxResultBytes: 1_000 } });
    const codes = await codesOf(api, 'limit', 'revert', 'hang', 'secret', 'huge', 'unknown');
    expect(codes).toEqual([-32050, -32005, -32051, 401, -32050, -32601]);
  });

  test('sends them for a single call, whose data and HTTP status stay', async () => {
    const api = serve();
    expect(await post(api, '/rpc', request('limit'))).toMatchObject({
      status: 200,
      json: { error: { code: -32050, message: 'Limit exceeded', data: { retryAfterMs: 5 } } },
    });
    expect((await post(api, '/rpc', request('secret'))).status).toBe(401);
    expect((await post(api, '/rpc', notification('limit'))).status).toBe(204);
  });

  test('sends them for a message that its rate limit rejects', async () => {
    const limit = rateLimit({ points: 1, duration: 60, key: () => 'anyone' });
    const api = serve({ rateLimit: limit });
    await post(api, '/rpc', request('limit'));
    for (const message of [request('limit'), []]) {
      const { status, json } = await post(api, '/rpc', message);
      expect(status).toBe(429);
      expect(json).toMatchObject({ error: { code: -32050 } });
    }
  });

  test('sends them in the last word of a subscription', async () => {
    const rpc = new Entrypoint('/rpc', { errorCodes });
    rpc.subscription('events', { args: { connection } }, async function* ({ connection: own }) {
      yield 1;
      own?.expireAt(0);
      await new Promise<never>(() => undefined);
    });
    const client = await connect(new Api().bindEntrypoint(rpc));
    client.request(request('events.subscribe'));
    expect((await client.receive(3))[2]).toMatchObject({ params: { error: { code: 401 } } });
  });

  test('has them in the API schemas', () => {
    const rpc = new Entrypoint('/rpc', { errorCodes, errors: [RequestTimeout] });
    rpc.method('limit', { errors: [LimitExceeded, EventsLost] }, () => null);
    const [described] = describeMethods(rpc);
    expect(described?.errors.map(({ name, code, message }) => [name, code, message])).toEqual([
      ['RequestTimeout', -32051, 'Request timed out'],
      ['LimitExceeded', -32050, 'Limit exceeded'],
      ['EventsLost', -32012, 'Events lost'],
    ]);
  });

  test('rejects an error of the application with a code that it has chosen', () => {
    class Paused extends defineError({ code: -32050, message: 'Paused' }) {}
    const message = 'errors Paused and LimitExceeded have the same code -32050';
    expect(() => new Entrypoint('/rpc', { errorCodes, errors: [Paused] })).toThrow(message);
    const rpc = new Entrypoint('/rpc', { errorCodes });
    expect(() => rpc.method('pause', { errors: [Paused] }, () => null)).toThrow(message);
    class OwnLimit extends LimitExceeded {
      override readonly code = -32051 as never;
      static override readonly code = -32051 as never;
    }
    expect(() => rpc.method('own', { errors: [OwnLimit] }, () => null)).toThrow(
      'errors OwnLimit and RequestTimeout have the same code -32051',
    );
  });

  test('sends them while the messages of others fill maxHeldBytes', async () => {
    const rpc = new Entrypoint('/rpc', { errorCodes });
    rpc.method('hang', {}, () => new Promise<never>(() => undefined));
    const api = new Api({ maxHeldBytes: 1_000 }).bindEntrypoint(rpc);
    void post(api, '/rpc', request('hang'));
    expect(await post(api, '/rpc', request('hang'))).toMatchObject({
      status: 503,
      json: { error: { code: -32050 } },
    });
  });

  test('may declare an error with the number that a standard error had', () => {
    const errors = [LimitExceeded, Reverted] as const;
    expect(() => new Entrypoint('/rpc', { errorCodes, errors })).not.toThrow();
    expect(() => new Entrypoint('/rpc', { errors })).toThrow('have the same code -32005');
  });
});

test.each<[object, string]>([
  [{ LimitExceded: -32050 }, 'Did you mean "LimitExceeded"?'],
  [{ InvalidParams: -32050 }, 'unknown option "InvalidParams"'],
  [{ LimitExceeded: 1.5 }, 'LimitExceeded must be an integer, not 1.5. Write errorCodes:'],
  [{ LimitExceeded: -32602 }, 'InvalidParams and LimitExceeded have the same code -32602'],
  [{ LimitExceeded: -32002 }, 'RequestTimeout and LimitExceeded have the same code -32002'],
  [{ CallInProgress: -32010 }, 'have the same code -32010. Change one of them.'],
])('errorCodes %j are rejected', (codes, message) => {
  expect(() => new Entrypoint('/rpc', { errorCodes: codes })).toThrow(message);
});

test('two standard errors may swap their codes', () => {
  const swapped = { LimitExceeded: -32002, RequestTimeout: -32005 };
  expect(() => new Entrypoint('/rpc', { errorCodes: swapped })).not.toThrow();
});
