import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import express, { type RequestHandler } from 'express';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { bodies, chunked, compressed, HI, odd } from '@jsonrpc-kit/test-support/parsed-bodies';
import { post, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';

const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 1000, maxBatchSize: 3 } });
rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
const api = new Api().bindEntrypoint(rpc);

/** Returns the response of an application that runs the parser, if any, before the api. */
async function responseTo(request: string | Buffer, parser?: RequestHandler): Promise<RawResponse> {
  const app = express();
  if (parser !== undefined) app.use(parser);
  app.use(jsonRpc(api));
  const client = new RawClient(await listen(createServer(app))).send(request);
  const { headers, ...rest } = await client.response();
  const { date: _, ...compared } = headers;
  return { ...rest, headers: compared };
}

const type = (): boolean => true;

describe.each([
  ['express.json()', express.json()],
  ['express.json() for all media types', express.json({ type })],
  ['express.text() for all media types', express.text({ type })],
  ['express.raw() for all media types', express.raw({ type })],
  ['express.urlencoded()', express.urlencoded()],
])('with %s in front', (name, parser) => {
  test.each(bodies)(
    `the response to %s is the same behind ${name} as without it`,
    async (_name, request) => {
      expect(await responseTo(request, parser)).toEqual(await responseTo(request));
    },
  );
});

describe.each([
  ['express.text()', express.text({ type })],
  ['express.raw()', express.raw({ type })],
])('with %s in front', (name, parser) => {
  test.each(odd)(
    `the response to %s is the same behind ${name} as without it`,
    async (_name, request) => {
      expect(await responseTo(request, parser)).toEqual(await responseTo(request));
    },
  );

  test(`a chunked body over the limit of the entrypoint gets 413 behind ${name}`, async () => {
    const { status } = await responseTo(chunked(HI.padEnd(600), ' '.repeat(600)), parser);
    expect(status).toBe(413);
  });
});

test.each([
  ['express.json()', express.json()],
  ['express.text()', express.text({ type })],
  ['express.raw()', express.raw({ type })],
])('a compressed body that %s has decoded is accepted', async (_, parser) => {
  expect(await responseTo(compressed(HI), parser)).toEqual(await responseTo(post('/rpc', HI)));
  expect(await responseTo(compressed(HI))).toMatchObject({ status: 415 });
});

test('a decoded text over the limit of the entrypoint gets 413', async () => {
  const parser = express.text({ type });
  expect(await responseTo(compressed(HI.padEnd(1001)), parser)).toMatchObject({ status: 413 });
});

test('a compressed body that the parser has ignored gets 415', async () => {
  const parser = express.json({ type: 'text/plain' });
  expect(await responseTo(compressed(HI), parser)).toMatchObject({ status: 415 });
});

describe('express.json()', () => {
  test.each([
    ['a body that is not JSON', post('/rpc', '{')],
    ['a scalar', post('/rpc', '1')],
    ['white space', post('/rpc', '  ')],
  ])('express.json() itself responds to %s with 400', async (_, request) => {
    expect(await responseTo(request, express.json())).toMatchObject({ status: 400 });
  });

  test('express.json() after the api does not see requests to it', async () => {
    const app = express().use(jsonRpc(api)).use(express.json());
    const client = new RawClient(await listen(createServer(app))).send(post('/rpc', '{'));
    expect(await client.response()).toMatchObject({
      status: 200,
      body: expect.stringContaining('Parse error') as string,
    });
  });
});

describe('with express.json({ strict: false }) in front', () => {
  const parser = express.json({ strict: false });

  test.each([
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"text"'],
    ['an empty string', '""'],
    ['a string of several bytes', '"žluť"'],
    ['a string with an escape', '"a\\n"'],
    ['a string with escapes only', '"\\u017e\\ud83d\\udc0e"'],
    ['a lone surrogate', '"\\ud800"'],
    ['a string between spaces', ' "text" '],
    ['a string that holds a call', JSON.stringify(HI)],
  ])('%s is parsed once behind express.json({ strict: false })', async (_, body) => {
    const without = await responseTo(post('/rpc', body));
    expect(without.body).toContain('"code":-32600');
    expect(await responseTo(post('/rpc', body), parser)).toEqual(without);
  });
});

test('text without a content-length is treated as the raw body', async () => {
  const without = await responseTo(chunked('{"js', 'onrpc"'));
  expect(without.body).toContain('"code":-32700');
  expect(await responseTo(chunked('{"js', 'onrpc"'), express.text({ type }))).toEqual(without);
});

test('a body that middleware has read, but not stored, gets 400', async () => {
  const reader: RequestHandler = (request, _response, next) => {
    request.resume().once('end', next);
  };
  expect(await responseTo(post('/rpc', HI), reader)).toMatchObject({
    status: 400,
    body: '{"detail":"The body is incomplete"}',
  });
});
