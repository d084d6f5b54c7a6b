import { adapterApi } from '../adapter.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { postText, type RequestParts, serve } from '../../test/call.js';
import { type Api, Entrypoint } from '../index.js';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const pong = '{"jsonrpc":"2.0","id":1,"result":"pong"}';

let api: Api;
let ran: number;

beforeEach(() => {
  ran = 0;
  const v1 = new Entrypoint('/rpc');
  v1.method('ping', {}, () => {
    ran += 1;
    return 'pong';
  });
  api = serve(v1).api;
});

describe('the verb', () => {
  test('POST is taken', async () => {
    expect((await postText(api, ping, { verb: 'POST' })).text).toBe(pong);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'post'])(
    '%s is answered by 405 with Allow: POST, on the entrypoint and on a method of it',
    async (verb) => {
      for (const path of ['/rpc', '/rpc/', '/rpc/ping', '/rpc/nobody']) {
        const { status, headers, json } = await postText(api, ping, { verb, path });
        expect({ status, allow: headers.get('allow'), json }).toEqual({
          status: 405,
          allow: 'POST',
          json: { detail: 'Method Not Allowed' },
        });
      }
      expect(ran).toBe(0);
    },
  );

  test('goes before the media type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await postText(api, ping, { verb: 'GET', headers })).status).toBe(405);
  });
});

describe('the media type', () => {
  test.each([
    'application/json',
    'application/json-rpc',
    'application/jsonrequest',
    'APPLICATION/JSON; Charset="UTF-8"',
  ])('%s is taken', async (contentType) => {
    const { status, text, headers } = await postText(api, ping, {
      headers: { 'content-type': contentType },
    });
    expect({ status, text }).toEqual({ status: 200, text: pong });
    expect(headers.get('content-type')).toBe('application/json');
  });

  test.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
    'text/plain; application/json',
  ])('%j is answered by 415 with an error that says what to send', async (contentType) => {
    const answer = await postText(api, ping, { headers: { 'content-type': contentType } });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe(
      JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32600,
          message: 'Invalid Request',
          data: {
            errors: [
              {
                loc: ['<header>', 'content-type'],
                msg: 'Must be application/json, application/json-rpc or application/jsonrequest, in UTF-8',
                type: 'media_type',
              },
            ],
          },
        },
      }),
    );
    expect(ran).toBe(0);
  });

  test('is looked at on the route of a method as well', async () => {
    const parts = { path: '/rpc/ping', headers: { 'content-type': 'text/plain' } };
    expect((await postText(api, ping, parts)).status).toBe(415);
  });
});

describe('the content encoding', () => {
  test.each([undefined, 'identity', 'Identity'])('%j is taken', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect((await postText(api, ping, { headers })).text).toBe(pong);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity'])(
    '%s is answered by 415',
    async (encoding) => {
      const { status, json } = await postText(api, ping, {
        headers: { 'content-encoding': encoding },
      });
      expect(status).toBe(415);
      expect(json).toMatchObject({
        id: null,
        error: { code: -32600, data: { errors: [{ loc: ['<header>', 'content-encoding'] }] } },
      });
      expect(ran).toBe(0);
    },
  );
});

test.each<[string, RequestParts]>([
  ['verb', { verb: 'GET' }],
  ['media type', { headers: { 'content-type': 'text/plain' } }],
  ['content encoding', { headers: { 'content-encoding': 'gzip' } }],
])('a request with a wrong %s is refused with its body unread', async (_, parts) => {
  let reads = 0;
  const headers: RequestParts['headers'] = {
    'content-type': 'application/json',
    ...parts.headers,
  };
  await adapterApi(api).handle({
    verb: parts.verb ?? 'POST',
    path: '/rpc',
    header: (name) => headers[name],
    readBody: () => {
      reads += 1;
      return { kind: 'text', text: ping };
    },
    signal: new AbortController().signal,
    native: undefined,
  });
  expect(reads).toBe(0);
});
