import { createServer, type IncomingMessage } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import bodyParser from 'body-parser';
import connect, { type NextHandleFunction } from 'connect';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { bodies, chunked, compressed, HI, odd } from '@jsonrpc-kit/test-support/parsed-bodies';
import { post, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';
import { contentLengthOf, parsedBody } from './parsed-body.js';

test.each([
  ['text', '"é"', { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes', Buffer.from('"é"'), { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes that are not UTF-8', Buffer.from([0xff]), { kind: 'not-utf-8' }],
  ['an object', { a: 1 }, { kind: 'value', value: { a: 1 } }],
  ['null', null, { kind: 'value', value: null }],
])('parsedBody() accepts %s that a parser has left', (_, body, expected) => {
  expect(parsedBody(body, 4)).toEqual(expected);
});

test.each(['12345', Buffer.from('12345'), '1234é'])(
  'parsedBody() rejects %s when the limit is 4 bytes',
  (body) => {
    expect(parsedBody(body, 4)).toEqual({ kind: 'too-large' });
  },
);

test('parsedBody() keeps the length of the body that the client has sent', () => {
  expect(parsedBody({ a: 1 }, 4, 9)).toEqual({ kind: 'value', value: { a: 1 }, byteLength: 9 });
});

test.each<[Record<string, string>, number | undefined]>([
  [{ 'content-length': '12' }, 12],
  [{ 'transfer-encoding': 'chunked' }, undefined],
])('contentLengthOf() reads from the headers %j the length %s', (headers, length) => {
  expect(contentLengthOf({ headers } as IncomingMessage)).toBe(length);
});

describe('behind Connect', () => {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 1000, maxBatchSize: 3 } });
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  const api = new Api().bindEntrypoint(rpc);
  const type = (): boolean => true;

  /** Returns the response of an application that runs the parser, if any, before the api. */
  async function responseTo(
    request: string | Buffer,
    parser?: NextHandleFunction,
  ): Promise<RawResponse> {
    const app = connect();
    if (parser !== undefined) app.use(parser);
    app.use(jsonRpc(api));
    const client = new RawClient(await listen(createServer(app))).send(request);
    const { headers, ...rest } = await client.response();
    const { date: _, ...compared } = headers;
    return { ...rest, headers: compared };
  }

  describe.each([
    ['bodyParser.json()', bodyParser.json({ type })],
    ['bodyParser.text()', bodyParser.text({ type })],
    ['bodyParser.raw()', bodyParser.raw({ type })],
  ])('and %s', (name, parser) => {
    test.each(bodies)(
      `the response to %s is the same behind ${name} as without it`,
      async (_name, request) => {
        expect(await responseTo(request, parser)).toEqual(await responseTo(request));
      },
    );

    test(`a compressed body that ${name} has decoded is accepted`, async () => {
      expect(await responseTo(compressed(HI), parser)).toEqual(await responseTo(post('/rpc', HI)));
      expect(await responseTo(compressed(HI))).toMatchObject({ status: 415 });
    });
  });

  test.each(odd)(
    'the response to %s is the same behind bodyParser.text() as without it',
    async (_name, request) => {
      const parser = bodyParser.text({ type });
      expect(await responseTo(request, parser)).toEqual(await responseTo(request));
    },
  );

  test('a decoded text over the limit of the entrypoint gets 413', async () => {
    const parser = bodyParser.text({ type });
    expect(await responseTo(compressed(HI.padEnd(1001)), parser)).toMatchObject({ status: 413 });
  });

  test('a compressed body that a parser has ignored gets 415', async () => {
    const parser = bodyParser.json({ type: 'text/plain' });
    expect(await responseTo(compressed(HI), parser)).toMatchObject({ status: 415 });
  });

  test('a body that middleware has read, but not stored, gets 400', async () => {
    const reader: NextHandleFunction = (request, _response, next) => {
      request.resume().once('end', next);
    };
    for (const request of [post('/rpc', HI), chunked(HI)]) {
      expect(await responseTo(request, reader)).toMatchObject({
        status: 400,
        body: '{"detail":"The body is incomplete"}',
      });
    }
  });
});
