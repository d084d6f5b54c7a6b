import { PassThrough, Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Api, Entrypoint, httpResponse } from '@jsonrpc-kit/core';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { request, result } from '../test/request.js';
import { jsonRpc } from './json-rpc.js';

let app: FastifyInstance;
let events: string[];

beforeEach(() => {
  events = [];
  const rpc = new Entrypoint('/rpc', { maxBodyBytes: 1000 });
  rpc.method('echo', { args: { text: v.string() } }, ({ text }) => {
    events.push('method');
    return text;
  });
  rpc.method('bake', { args: { response: httpResponse } }, ({ response }) => {
    response.setCookie('ours', '1');
  });
  app = fastify();
  // It is loaded when the application begins to serve, after the hooks of each test.
  app.register(jsonRpc, { api: new Api().bindEntrypoint(rpc) });
});

const hello = request('echo', { text: 'hello' });

test('every hook of the application runs around a call', async () => {
  app.addHook('onRequest', async () => void events.push('onRequest'));
  app.addHook('preParsing', async () => void events.push('preParsing'));
  app.addHook('preValidation', async () => void events.push('preValidation'));
  app.addHook('preHandler', async () => void events.push('preHandler'));
  app.addHook('onSend', async () => void events.push('onSend'));
  const over = new Promise<void>((resolve) => {
    app.addHook('onResponse', async () => resolve());
  });
  expect((await app.inject(hello)).json()).toEqual(result('hello'));
  await over;
  expect(events).toEqual([
    'onRequest',
    'preParsing',
    'preValidation',
    'preHandler',
    'method',
    'onSend',
  ]);
});

test('hooks run around an unusual verb too', async () => {
  app.addHook('onRequest', async () => void events.push('onRequest'));
  app.addHook('preHandler', async () => void events.push('preHandler'));
  const { statusCode } = await app.inject({ ...hello, method: 'PURGE' as 'POST' });
  expect(statusCode).toBe(405);
  expect(events).toEqual(['onRequest', 'preHandler']);
});

describe('a hook', () => {
  test('may answer itself, before the body is read', async () => {
    app.addHook('preHandler', async (incoming, reply) => {
      if (incoming.headers.authorization === undefined) {
        return reply.code(401).send({ error: 'Who is there?' });
      }
    });
    const refused = await app.inject(hello);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual({ error: 'Who is there?' });
    expect(events).toEqual([]);
  });

  test('that throws has the error handler of the application', async () => {
    app.addHook('preHandler', async () => {
      throw new Error('thrown');
    });
    app.setErrorHandler((error: Error, _request, reply) => reply.code(500).send(error.message));
    expect((await app.inject(hello)).body).toBe('thrown');
  });

  test('that throws where a media type was refused before runs no call', async () => {
    app.addHook('preHandler', async () => {
      throw new Error('thrown');
    });
    const headers = { 'content-type': 'application' };
    expect((await app.inject({ ...hello, headers })).statusCode).toBe(415);
    expect(events).toEqual([]);
  });

  test('may change what is sent', async () => {
    app.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-encoding', 'gzip');
      return gzipSync(payload as string);
    });
    const { headers, rawPayload } = await app.inject(hello);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(rawPayload.length),
    });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(result('hello'));
  });

  test('may set cookies on the reply and, as middleware does, on the raw response', async () => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('set-cookie', ['a=1', 'b=2']);
      reply.raw.setHeader('set-cookie', 'c=3');
    });
    const { headers } = await app.inject(request('bake'));
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2', 'c=3', 'ours=1']);
  });
});

describe('a hook may put another stream in the place of the body,', () => {
  test('of bytes', async () => {
    app.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });

  test('of strings', async () => {
    const text = hello.payload;
    app.addHook('preParsing', async () => Readable.from([text.slice(0, 9), text.slice(9)]));
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });

  test('that is too long', async () => {
    app.addHook('preParsing', async () => Readable.from(['x'.repeat(1001)]));
    expect((await app.inject(hello)).statusCode).toBe(413);
  });

  test('that breaks off', async () => {
    app.addHook('preParsing', async () => {
      const broken = new PassThrough();
      queueMicrotask(() => broken.destroy(new Error('broken')));
      return broken;
    });
    const { statusCode, body } = await app.inject(hello);
    expect({ statusCode, body }).toEqual({
      statusCode: 400,
      body: '{"detail":"The body is not complete"}',
    });
  });
});

describe('a hook may read the body itself', () => {
  const text = hello.payload;

  test.each([
    ['as a value', JSON.parse(text) as unknown],
    ['as text', text],
    ['as bytes', Buffer.from(text)],
  ])('%s', async (_, body) => {
    app.addHook('preValidation', async (incoming) => {
      incoming.body = body;
    });
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });
});

test('an injected request leaves nothing behind that would touch a socket it does not have', async () => {
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    expect((await app.inject(hello)).statusCode).toBe(200);
    expect(
      (await app.inject({ ...hello, headers: { 'content-type': 'text/plain' } })).statusCode,
    ).toBe(415);
    expect(() => vi.runAllTimers()).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});
