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
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 1000 } });
  rpc.method('echo', { args: { text: v.string() } }, ({ text }) => {
    events.push('method');
    return text;
  });
  rpc.method('bake', { args: { response: httpResponse } }, ({ response }) => {
    response.setCookie('ours', '1');
  });
  app = fastify();
  // Fastify loads the plugin when it starts, after each test has added its hooks.
  app.register(jsonRpc, { api: new Api().bindEntrypoint(rpc) });
});

const hello = request('echo', { text: 'hello' });

test('every hook of the application runs around a call', async () => {
  app.addHook('onRequest', async () => void events.push('onRequest'));
  app.addHook('preParsing', async () => void events.push('preParsing'));
  app.addHook('preValidation', async () => void events.push('preValidation'));
  app.addHook('preHandler', async () => void events.push('preHandler'));
  app.addHook('onSend', async () => void events.push('onSend'));
  const responded = new Promise<void>((resolve) => {
    app.addHook('onResponse', async () => resolve());
  });
  expect((await app.inject(hello)).json()).toEqual(result('hello'));
  await responded;
  expect(events).toEqual([
    'onRequest',
    'preParsing',
    'preValidation',
    'preHandler',
    'method',
    'onSend',
  ]);
});

test('hooks also run around a request with an unusual verb', async () => {
  app.addHook('onRequest', async () => void events.push('onRequest'));
  app.addHook('preHandler', async () => void events.push('preHandler'));
  const { statusCode } = await app.inject({ ...hello, method: 'PURGE' as 'POST' });
  expect(statusCode).toBe(405);
  expect(events).toEqual(['onRequest', 'preHandler']);
});

describe('a hook', () => {
  test('a hook can respond before the body is read', async () => {
    app.addHook('preHandler', async (incoming, reply) => {
      if (incoming.headers.authorization === undefined) {
        return reply.code(401).send({ error: 'Unauthorized' });
      }
    });
    const rejected = await app.inject(hello);
    expect(rejected.statusCode).toBe(401);
    expect(rejected.json()).toEqual({ error: 'Unauthorized' });
    expect(events).toEqual([]);
  });

  test('an error of a hook reaches the error handler of the application', async () => {
    app.addHook('preHandler', async () => {
      throw new Error('thrown');
    });
    app.setErrorHandler((error: Error, _request, reply) => reply.code(500).send(error.message));
    expect((await app.inject(hello)).body).toBe('thrown');
  });

  test('no call runs when a hook throws after a rejected media type', async () => {
    app.addHook('preHandler', async () => {
      throw new Error('thrown');
    });
    const headers = { 'content-type': 'application' };
    expect((await app.inject({ ...hello, headers })).statusCode).toBe(415);
    expect(events).toEqual([]);
  });

  test('an onSend hook can change the response', async () => {
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

  test('cookies that hooks set on the reply or the raw response stay', async () => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('set-cookie', ['a=1', 'b=2']);
      reply.raw.setHeader('set-cookie', 'c=3');
    });
    const { headers } = await app.inject(request('bake'));
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2', 'c=3', 'ours=1']);
  });
});

describe('a hook that replaces the stream of the body', () => {
  test('the api reads a stream of bytes with which a hook has replaced the body', async () => {
    app.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });

  test('the api reads a stream of strings with which a hook has replaced the body', async () => {
    const text = hello.payload;
    app.addHook('preParsing', async () => Readable.from([text.slice(0, 9), text.slice(9)]));
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });

  test('a stream over the body limit with which a hook has replaced the body gets 413', async () => {
    app.addHook('preParsing', async () => Readable.from(['x'.repeat(1001)]));
    expect((await app.inject(hello)).statusCode).toBe(413);
  });

  test('a body whose stream ends with an error gets 400', async () => {
    app.addHook('preParsing', async () => {
      const broken = new PassThrough();
      queueMicrotask(() => broken.destroy(new Error('broken')));
      return broken;
    });
    const { statusCode, body } = await app.inject(hello);
    expect({ statusCode, body }).toEqual({
      statusCode: 400,
      body: '{"detail":"The body is incomplete"}',
    });
  });
});

describe('a hook that reads the body', () => {
  const text = hello.payload;

  test.each([
    ['as a value', JSON.parse(text) as unknown],
    ['as text', text],
    ['as bytes', Buffer.from(text)],
  ])('the api accepts a body that a hook has read %s', async (_, body) => {
    app.addHook('preValidation', async (incoming) => {
      incoming.body = body;
    });
    expect((await app.inject(hello)).json()).toEqual(result('hello'));
  });
});

test('an injected request, which has no socket, leaves no timer behind', async () => {
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
