import { adapterApi } from '../adapter.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { postText, type RequestParts, serve } from '../../test/call.js';
import { type Api, Entrypoint } from '../index.js';
import fc from 'fast-check';
import { isJsonMediaType } from './check-request.js';

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

describe('the verb of a request', () => {
  test('is accepted if it is POST', async () => {
    expect((await postText(api, ping, { verb: 'POST' })).text).toBe(pong);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'post'])(
    '%s gets 405 with Allow: POST on an entrypoint and on the route of a method',
    async (verb) => {
      for (const path of ['/rpc', '/rpc/', '/rpc/ping', '/rpc/unknown']) {
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

  test('is checked before the media type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await postText(api, ping, { verb: 'GET', headers })).status).toBe(405);
  });
});

describe('the media type of a request', () => {
  test.each([
    'application/json',
    'application/json-rpc',
    'application/jsonrequest',
    'APPLICATION/JSON; Charset="UTF-8"',
  ])('%s is accepted', async (contentType) => {
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
  ])('%j gets 415 with an error that lists the accepted media types', async (contentType) => {
    const response = await postText(api, ping, { headers: { 'content-type': contentType } });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.text).toBe(
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

  test('is also checked on the route of a method', async () => {
    const parts = { path: '/rpc/ping', headers: { 'content-type': 'text/plain' } };
    expect((await postText(api, ping, parts)).status).toBe(415);
  });
});

describe('the content encoding of a request', () => {
  test.each([undefined, 'identity', 'Identity'])('%j is accepted', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect((await postText(api, ping, { headers })).text).toBe(pong);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity'])('%s gets 415', async (encoding) => {
    const { status, json } = await postText(api, ping, {
      headers: { 'content-encoding': encoding },
    });
    expect(status).toBe(415);
    expect(json).toMatchObject({
      id: null,
      error: {
        code: -32600,
        data: {
          errors: [
            {
              loc: ['<header>', 'content-encoding'],
              msg: 'Compressed bodies are not supported. Send the body uncompressed.',
              type: 'content_encoding',
            },
          ],
        },
      },
    });
    expect(ran).toBe(0);
  });
});

test.each<[string, RequestParts]>([
  ['verb', { verb: 'GET' }],
  ['media type', { headers: { 'content-type': 'text/plain' } }],
  ['content encoding', { headers: { 'content-encoding': 'gzip' } }],
])('a request with an invalid %s is rejected before its body is read', async (_, parts) => {
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

describe('isJsonMediaType() accepts JSON in UTF-8', () => {
  test.each([
    'application/json',
    'application/json-rpc',
    'application/jsonrequest',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset=utf-8',
    'application/json; charset="utf-8"',
    'application/json; charset="U\\TF-8"',
    'application/json; CharSet=utf-8',
    'application/json; charset=utf-8; charset=UTF-8',
    'application/json; profile=strict; charset=utf-8',
    'application/json; profile="a; charset=utf-16"',
    'application/json; profile=""',
    'application/json;',
    'application/json; ; charset=utf-8',
    '\t application/json \t',
  ])('%j', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(true);
  });
});

describe('isJsonMediaType() rejects any other media type', () => {
  test.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'text/plain; application/json',
    'application/json5',
    'application/jsonp',
    'application/json-rpc2',
    'application/problem+json',
    'application/json+x',
    'application/*',
    'application',
    'application/',
    '/json',
    'application /json',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/json application/json',
    'application/json; charset=utf-16',
    'application/json; charset=utf8',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=utf-16; charset=utf-8',
    'application/json; charset="utf-16"',
    'application/json; charset=""',
    'application/json; charset="utf-8',
    'application/json; charset = utf-8',
    'application/json; charset=',
    'application/json; charset',
    'application/json; =utf-8',
    'application/json charset=utf-8',
    'application/json\u00a0',
    'application/jſon',
  ])('%j', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(false);
  });
});

const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,8}$/);
const quoted = fc
  .stringMatching(/^[\t -~]{0,8}$/)
  .map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
const space = fc.stringMatching(/^[ \t]{0,2}$/);
const parameter = fc
  .tuple(space, space, token, fc.oneof(token, quoted))
  .filter(([, , name]) => name.toLowerCase() !== 'charset')
  .map(([before, after, name, value]) => `${before};${after}${name}=${value}`);
const parameters = fc.array(parameter, { maxLength: 4 }).map((list) => list.join(''));

describe('isJsonMediaType() follows the grammar of RFC 9110, section 8.3.1', () => {
  test('and ignores parameters other than charset', () => {
    fc.assert(
      fc.property(token, token, parameters, (type, subtype, rest) => {
        expect(isJsonMediaType(`${type}/${subtype}${rest}`)).toBe(
          isJsonMediaType(`${type}/${subtype}`),
        );
        expect(isJsonMediaType(`application/json${rest}`)).toBe(true);
      }),
    );
  });

  test('and rejects any charset but UTF-8', () => {
    fc.assert(
      fc.property(parameters, token, parameters, (before, charset, after) => {
        const contentType = `application/json${before};charset=${charset}${after}`;
        expect(isJsonMediaType(contentType)).toBe(charset.toLowerCase() === 'utf-8');
      }),
    );
  });

  test.each([
    ['separators', ' ; '.repeat(4000)],
    ['white space', `;${' '.repeat(60_000)}`],
    ['parameters', '; a=b'.repeat(3000)],
    ['an open quotation', `; a="${String.raw`\"`.repeat(7000)}`],
  ])('and rejects a hostile header with many %s quickly', (_, rest) => {
    const startedAt = performance.now();
    expect(isJsonMediaType(`application/json${rest}@`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
