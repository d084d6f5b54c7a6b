import { beforeEach, describe, expect, test } from 'vitest';
import { memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  httpBearer,
  type JsonRpcContext,
  Unauthorized,
} from '../index.js';
import { rateLimit } from '../rate-limit.js';
import { httpErrorOf } from './unauthorized.js';

const EXPIRED = { scheme: 'httpBearer' };
const RESPONSE = { detail: 'The token has expired', challenge: 'Bearer error="invalid_token"' };

let logger: ReturnType<typeof memoryLogger>;
let contexts: JsonRpcContext[];

beforeEach(() => {
  logger = memoryLogger();
  contexts = [];
});

/** Serves a public method, and one that fails with Unauthorized. */
function serve(options: EntrypointOptions = {}): Api {
  const entrypoint = new Entrypoint('/rpc', {
    middlewares: [
      async (ctx, next) => {
        contexts.push(ctx);
        await next();
      },
    ],
    ...options,
  });
  entrypoint.method('ping', {}, () => 'pong');
  entrypoint.method('secret', {}, () => {
    throw new Unauthorized(EXPIRED, RESPONSE);
  });
  return new Api({ logger }).bindEntrypoint(entrypoint);
}

const error = { code: -32013, message: 'Unauthorized', data: { scheme: 'httpBearer' } };

describe('Unauthorized', () => {
  test('of a single call is an HTTP response with status 401, challenge and detail', async () => {
    const { status, json, response } = await post(serve(), '/rpc', request('secret'));
    expect({ status, json }).toEqual({ status: 401, json: { detail: 'The token has expired' } });
    expect(response.headers).toEqual([['www-authenticate', 'Bearer error="invalid_token"']]);
    expect(logger.entries).toEqual([]);
  });

  test('of a single call at the path of its method is an HTTP response with status 401', async () => {
    expect(await post(serve(), '/rpc/secret', request('secret'))).toMatchObject({ status: 401 });
  });

  test('in a batch is the error of its call only', async () => {
    const batch = [request('ping'), request('secret'), request('ping')];
    const { status, json } = await post(serve(), '/rpc', batch);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ result: 'pong' }, { error }, { result: 'pong' }]);
    expect(logger.entries).toEqual([]);
  });

  test('in a batch with one call is the error of the call', async () => {
    const { status, json } = await post(serve(), '/rpc', [request('secret')]);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error }]);
  });

  test('is the exception of the context, which has a response only in a batch', async () => {
    const api = serve();
    await post(api, '/rpc', request('secret'));
    await post(api, '/rpc', [request('secret')]);
    const [single, inBatch] = contexts;
    for (const context of contexts) {
      expect(context.exception).toBeInstanceOf(Unauthorized);
      expect(context.isUnhandledException).toBe(false);
    }
    expect(single?.rawResponse).toBeUndefined();
    expect(inBatch?.rawResponse).toMatchObject({ error });
  });

  test('of a dependency of the entrypoint is the error of every call of a batch', async () => {
    const session = dependency({}, () => {
      throw new Unauthorized(EXPIRED, RESPONSE);
    });
    const api = serve({ messageDependencies: [session] });
    expect(await post(api, '/rpc', request('ping'))).toMatchObject({ status: 401 });
    const batch = [request('ping'), request('unknown'), { invalid: true }];
    const { status, json } = await post(api, '/rpc', batch);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error }, { error }, { error }]);
  });

  test('of a teardown before the response replaces a single response with 401', async () => {
    const session = dependency(
      {},
      function* () {
        yield 1;
        throw new Unauthorized(EXPIRED, RESPONSE);
      },
      { teardown: 'before-response' },
    );
    const api = serve({ messageDependencies: [session] });
    expect(await post(api, '/rpc', request('ping'))).toMatchObject({ status: 401 });
    expect((await post(api, '/rpc', [request('ping')])).json).toMatchObject([{ error }]);
  });

  test('of the key of a rate limit is a 401 response, or the error of every call', async () => {
    const key = (): never => {
      throw new Unauthorized(EXPIRED, RESPONSE);
    };
    const api = serve({ rateLimit: rateLimit({ points: 1, duration: 60, key }) });
    expect(await post(api, '/rpc', request('ping'))).toMatchObject({ status: 401 });
    expect((await post(api, '/rpc', [request('ping')])).json).toMatchObject([{ error }]);
  });

  test('of a notification is only logged, as a warning, because any client can cause it', async () => {
    const api = serve();
    expect(await post(api, '/rpc', notification('secret'))).toMatchObject({ status: 204 });
    await api.close();
    expect(logger.entries).toMatchObject([{ level: 'warn', message: 'Notification failed' }]);
  });

  test('rejects data and options of the wrong type', () => {
    expect(() => new Unauthorized({ scheme: 1 as never })).toThrow('Unauthorized: data');
    expect(() => new Unauthorized({}, { challenge: 1 as never })).toThrow(
      'Unauthorized: challenge must be a string',
    );
  });

  test('keeps its cause, and has no challenge by default', () => {
    const cause = new Error('expired');
    expect(new Unauthorized({}, { cause })).toMatchObject({
      cause,
      detail: 'Not authenticated',
      challenge: undefined,
    });
  });
});

test('a missing credential fails only the calls of a batch that need it', async () => {
  const entrypoint = new Entrypoint('/rpc');
  entrypoint.method('ping', {}, () => 'pong');
  entrypoint.method('secret', { args: { token: httpBearer() } }, () => 'secret');
  const api = new Api().bindEntrypoint(entrypoint);
  const { status, json } = await post(api, '/rpc', [request('ping'), request('secret')]);
  expect(status).toBe(200);
  expect(json).toMatchObject([{ result: 'pong' }, { error }]);
});

test('httpErrorOf() never throws for a subclass that HTTP cannot carry', () => {
  class Broken extends Unauthorized {
    override get '~httpError'(): never {
      throw new Error('broken');
    }
  }
  expect(httpErrorOf(new Broken(), { isBatch: false, carrier: { kind: 'http' } })).toBeUndefined();
});
