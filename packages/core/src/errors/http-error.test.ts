import { STATUS_CODES } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { type memoryLogger, post } from '../../test/in-process.js';
import { type Api, dependency, Entrypoint, httpResponse, HttpError } from '../index.js';
import { httpErrorResponse } from './http-error-response.js';

const unauthorized = (): never => {
  throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Basic realm="bank"' });
};
const request = (method: string, id: number | string = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
});

let v1: Entrypoint;
let api: Api;
let log: ReturnType<typeof memoryLogger>['entries'];

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  v1.method('good', {}, () => 'good');
  v1.method('locked', {}, unauthorized);
  ({ api, log } = serve(v1));
});

describe('an HttpError', () => {
  test('ends the exchange with its status, its headers and the body { detail }', async () => {
    const { status, headers, text } = await postJson(api, request('locked'));
    expect(status).toBe(401);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      'www-authenticate': 'Basic realm="bank"',
    });
    expect(text).toBe('{"detail":"Not authenticated"}');
    expect(log).toEqual([]);
  });

  test('has the text as its body, as text/plain, instead of { detail }', async () => {
    const headers = { 'www-authenticate': 'Bearer' };
    v1.method('plain', {}, () => {
      throw new HttpError(401, 'Missing', headers, { text: 'Unauthorized' });
    });
    const response = await post(api, '/rpc', request('plain')).then(({ response: sent }) => sent);
    expect(response).toMatchObject({
      status: 401,
      body: 'Unauthorized',
      contentType: 'text/plain; charset=utf-8',
      headers: [['www-authenticate', 'Bearer']],
    });
    expect(() => new HttpError(401, '', {}, { text: 1 as never })).toThrow(
      'HttpError: text must be a string, not 1',
    );
  });

  test.each<[string, (entrypoint: Entrypoint) => void]>([
    ['a handler', (entrypoint) => entrypoint.method('run', {}, unauthorized)],
    [
      'an asynchronous handler',
      (entrypoint) => entrypoint.method('run', {}, async () => unauthorized()),
    ],
    [
      'a dependency',
      (entrypoint) => {
        const user = dependency({}, unauthorized);
        entrypoint.method('run', { args: { user } }, () => 1);
      },
    ],
    [
      'a middleware before next()',
      (entrypoint) => {
        entrypoint.method('run', { middlewares: [async () => unauthorized()] }, () => 1);
      },
    ],
    [
      'a middleware after next()',
      (entrypoint) => {
        const middlewares = [
          async (_: unknown, next: () => Promise<void>) => {
            await next();
            unauthorized();
          },
        ];
        entrypoint.method('run', { middlewares }, () => 1);
      },
    ],
  ])('ends the exchange if %s throws it', async (_, declare) => {
    declare(v1);
    expect(await postJson(api, request('run'))).toMatchObject({
      status: 401,
      text: '{"detail":"Not authenticated"}',
    });
    expect(log).toEqual([]);
  });

  test('prevents all calls if a dependency of the HTTP request throws it', async () => {
    let ran = 0;
    const v2 = new Entrypoint('/v2', {
      messageDependencies: [dependency({}, async () => unauthorized())],
      middlewares: [
        async (_, next) => {
          ran += 1;
          await next();
        },
      ],
    });
    v2.method('run', {}, () => 1);
    const served = serve(v2);
    const { status, text } = await postJson(served.api, [request('run', 1), request('run', 2)]);
    expect({ status, text }).toEqual({ status: 401, text: '{"detail":"Not authenticated"}' });
    expect(ran).toBe(0);
  });

  test('replaces all responses of a batch', async () => {
    const { status, text } = await postJson(api, [
      request('good', 1),
      request('locked', 2),
      request('good', 3),
    ]);
    expect({ status, text }).toEqual({ status: 401, text: '{"detail":"Not authenticated"}' });
  });

  test('decides the response if it is the first of several', async () => {
    v1.method('forbidden', {}, () => {
      throw new HttpError(403, 'Forbidden');
    });
    const { status } = await postJson(api, [request('forbidden', 1), request('locked', 2)]);
    expect(status).toBe(403);
  });

  test('is only logged if a notification throws it', async () => {
    const { status, json } = await postJson(api, [
      { jsonrpc: '2.0', method: 'locked' },
      request('good', 2),
    ]);
    expect(status).toBe(200);
    expect(json).toEqual([{ jsonrpc: '2.0', id: 2, result: 'good' }]);
    expect(log).toEqual([
      {
        level: 'error',
        details: { err: expect.any(HttpError) as HttpError, method: 'locked', id: undefined },
        message: 'Notification ended with an HTTP error',
      },
    ]);
    expect(await postJson(api, { jsonrpc: '2.0', method: 'locked' })).toMatchObject({
      status: 204,
      text: '',
    });
  });

  test('does not replace the response of a middleware that catches it', async () => {
    v1.method(
      'soft',
      {
        middlewares: [
          async (ctx, next) => {
            await next().catch(() => {
              ctx.rawResponse = { result: 'a guest’s view' };
            });
          },
        ],
      },
      unauthorized,
    );
    expect(await postJson(api, request('soft'))).toMatchObject({
      status: 200,
      json: { id: 1, result: 'a guest’s view' },
    });
  });

  test('discards the status and headers that calls have set', async () => {
    v1.method('set', { args: { out: httpResponse } }, ({ out }) => {
      out.status = 201;
      out.headers.set('x-set', 'yes');
      unauthorized();
    });
    const { status, headers } = await postJson(api, request('set'));
    expect(status).toBe(401);
    expect(headers.has('x-set')).toBe(false);
  });

  test.each([
    ['an object', { reason: 'expired' }, '{"detail":{"reason":"expired"}}'],
    ['null', null, '{"detail":null}'],
    ['an array', [1], '{"detail":[1]}'],
  ])('can have any JSON value as its detail: %s', async (_, detail, body) => {
    v1.method('fail', {}, () => {
      throw new HttpError(400, detail);
    });
    expect(await postJson(api, request('fail'))).toMatchObject({ status: 400, text: body });
  });

  test.each([
    ['a BigInt', 1n],
    ['a function', () => 1],
  ])('throws TypeError for a detail that cannot be encoded: %s', async (_, detail) => {
    expect(() => new HttpError(400, detail)).toThrow(
      new TypeError('HttpError: detail must be a JSON value. Pass a string or a plain object.'),
    );
    v1.method('fail', {}, () => {
      throw new HttpError(400, detail);
    });
    expect(await postJson(api, request('fail'))).toMatchObject({
      status: 200,
      json: { error: { code: -32603 } },
    });
  });

  test.each([200, 204, 302, 399, 600, 400.5, Number.NaN])(
    'throws RangeError for the status %d',
    (status) => {
      expect(() => new HttpError(status, 'No')).toThrow(
        new RangeError(`HttpError: status must be an integer from 400 to 599, not ${status}`),
      );
    },
  );

  test.each([null, 'retry-after: 1', ['retry-after', '1'], [], { 'retry-after': 1 }])(
    'throws TypeError for the headers %j',
    (headers) => {
      expect(() => new HttpError(503, 'Busy', headers as never)).toThrow(
        new TypeError(
          "HttpError: headers must be an object of strings. Write { 'retry-after': '1' }.",
        ),
      );
    },
  );

  test.each([
    ['status must be an integer from 400 to 599', { status: 200 }],
    ['detail must be a JSON value', { detail: undefined }],
  ])('has no response if a subclass changes its members: %s', (problem, members) => {
    const error = Object.assign(new HttpError(400), members);
    expect(() => httpErrorResponse(error)).toThrow(new TypeError(`HttpError: ${problem}`));
  });

  test('has the reason phrase of its status as its detail by default', () => {
    const phrases = {
      ...STATUS_CODES,
      // Renamed in RFC 9110.
      413: 'Content Too Large',
      422: 'Unprocessable Content',
      // Not in IANA's registry, or obsolete.
      418: undefined,
      509: undefined,
      510: undefined,
    };
    for (let status = 400; status <= 599; status += 1) {
      const general = status < 500 ? 'Client Error' : 'Server Error';
      expect(new HttpError(status).detail).toBe(phrases[status as 413] ?? general);
    }
  });

  test('is an Error with a name, a message and a cause', () => {
    const cause = new Error('expired');
    const error = new HttpError(401, 'Not authenticated', {}, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'HttpError', message: 'Not authenticated', cause });
    expect(new HttpError(401, { a: 1 }).message).toBe('HTTP 401');
  });
});
