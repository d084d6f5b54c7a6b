import { gzipSync } from 'node:zlib';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { describe, expect, test } from 'vitest';
import { exchange, get, HEAD, onEveryAdapter } from './on-every-adapter.js';

const body = call('ping');
const transfer = call('transfer', { amount: 5 });
const bomb = gzipSync(`${call('store', { a: 1 })}${' '.repeat(50_000_000)}`);

/** Names that every object inherits. */
const INHERITED = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'prototype',
  '__defineGetter__',
];

onEveryAdapter((target) => {
  test.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'text/plain; application/json',
    'text/plain;type=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'multipart/form-data; application/json',
    '*/*',
    'text/json',
  ])(
    'CVE-2021-32677: rejects a call with the media type %s and the cookies of a visitor',
    async (contentType) => {
      const headers = {
        'content-type': contentType,
        cookie: 'session=s',
        origin: 'https://evil.example',
      };
      const { status } = await exchange(target, post('/rpc', transfer, headers));
      expect(status).toBe(415);
      expect(target.received).toEqual([]);
    },
  );

  test('CVE-2021-32677: rejects a call without a media type', async () => {
    const { status } = await exchange(
      target,
      `POST /rpc HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\n` +
        `content-length: ${transfer.length}\r\n\r\n${transfer}`,
    );
    expect(status).toBe(415);
    expect(target.received).toEqual([]);
  });

  test.each([
    ['one letter', 'a'],
    ['a slash', '/'],
    ['a semicolon', ';'],
    ['an equals sign', 'application/json;='],
    ['an unclosed quotation mark', 'application/json; charset="'],
    ['a name of the prototype', '__proto__'],
    ['another name of the prototype', 'constructor/prototype'],
    ['bytes above ASCII', 'application/json; charset=\u00ff\u00fe'],
    ['separators up to the header limit', `application/json${' ; '.repeat(4000)}@`],
    ['escapes up to the header limit', `application/json; a="${String.raw`\"`.repeat(6000)}`],
  ])('CVE-2022-39288: rejects a malformed media type: %s', async (_, contentType) => {
    const request = post('/rpc', body, { 'content-type': contentType });
    const response = await exchange(target, Buffer.from(request, 'latin1'));
    expect(response.status).toBe(415);
    expect(JSON.parse(response.body)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test.each([
    'application/json ; charset=utf-8',
    'Application/JSON; charset=utf-8',
    'application/ json',
    'application/json\t; charset=utf-8',
    'application/json\ta',
    '\tapplication/json',
    '  application/json',
    'application/json;',
    'application/json;;charset=utf-8',
    'application/json, text/plain',
    'application/json foo',
    'application/json;charset=utf-8;charset=utf-7',
    'application/jsonx',
    'application/vnd.api+json',
    'application/json\u00a0',
    '',
  ])(
    'CVE-2025-32442: validates the parameters or rejects the request for the media type %j',
    async (spelling) => {
      const headers = { 'content-type': spelling };
      const invalid = post('/rpc', call('transfer', { amount: 1e9 }), headers);
      const response = await exchange(target, Buffer.from(invalid, 'latin1'));
      const { code } = JSON.parse(response.body).error;
      expect([`200 ${-32602}`, `415 ${-32600}`]).toContain(`${response.status} ${code}`);
      expect(target.received).toEqual([]);
    },
  );

  test.each(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'gzip, gzip', 'identity, gzip', 'X', '""'])(
    'CVE-2026-28318: rejects a body in the content encoding %s',
    async (encoding) => {
      const head = `${HEAD}content-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`;
      const response = await exchange(target, head, bomb);
      expect(response.status).toBe(415);
      expect(JSON.parse(response.body)).toMatchObject({ id: null, error: { code: -32600 } });
      expect(target.received).toEqual([]);
    },
  );

  test.each(['/rpc', '/rpc/ping'])(
    'CVE-2018-1000022: rejects the preflight of a web page at %s',
    async (path) => {
      const { status, headers } = await exchange(
        target,
        `OPTIONS ${path} HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\n` +
          'access-control-request-method: POST\r\naccess-control-request-headers: content-type\r\n' +
          'access-control-request-private-network: true\r\n\r\n',
      );
      expect(status).toBe(405);
      expect(corsHeaders(headers)).toEqual([]);
    },
  );

  test('CVE-2018-1000022: sends no CORS headers with a response to another origin', async () => {
    const request = post('/rpc', body, { origin: 'https://evil.example' });
    expect(corsHeaders((await exchange(target, request)).headers)).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '/',
    '//',
    '[',
    ']',
    ':',
    ':99999',
    'a b',
    'a/../b',
    '%',
    'host:port',
    '@',
    '\\',
  ])('CVE-2024-32652: responds to a request with the host %j', async (host) => {
    const { status } = await exchange(
      target,
      `POST /rpc HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    expect([200, 400]).toContain(status);
  });

  test('CVE-2024-32652: responds to an HTTP/1.0 request without a host', async () => {
    const { status } = await exchange(
      target,
      `POST /rpc HTTP/1.0\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    expect([200, 400]).toContain(status);
  });

  test.each([
    ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
    ['x-middleware-subrequest', 'src/middleware'],
    ['x-original-url', '/admin'],
    ['x-rewrite-url', '/admin'],
    ['x-forwarded-prefix', '/admin'],
    ['x-forwarded-uri', '/admin'],
    ['x-http-method-override', 'GET'],
    ['x-method-override', 'GET'],
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1;host=localhost;proto=https'],
    ['__proto__', 'authorization'],
  ])(
    'CVE-2025-29927: routes the request and runs its middlewares as usual when the header %s is %s',
    async (name, value) => {
      const guarded = await exchange(target, post('/admin', body, { [name]: value }));
      expect(guarded.status).toBe(401);
      const open = await exchange(target, post('/rpc', body, { [name]: value }));
      expect(open.body).toBe('{"jsonrpc":"2.0","id":1,"result":"pong"}');
    },
  );

  test('CVE-2025-29927: does not replace the verb GET with the verb in a header', async () => {
    const { status } = await exchange(
      target,
      'GET /rpc HTTP/1.1\r\nhost: localhost\r\nx-http-method-override: POST\r\n\r\n',
    );
    expect(status).toBe(405);
  });

  test.each(INHERITED)(
    'CVE-2026-21710: responds to a request with a header named %s',
    async (name) => {
      const headers = { [name]: 'x', user: 'ann', cookie: `${name}=x; session=s` };
      const response = await exchange(target, post('/rpc', call('read'), headers));
      expect(response.status).toBe(200);
      expect(JSON.parse(response.body)).toMatchObject({ result: { user: 'ann', session: 's' } });
      expect(Reflect.get({}, 'x')).toBeUndefined();
    },
  );

  test.each([
    ['basic', { authorization: 'Basic' }],
    ['basic', { authorization: 'Basic %%%' }],
    ['basic', { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` }],
    ['basic', { authorization: `Basic ${Buffer.from([0xff, 0xfe]).toString('base64')}` }],
    ['key', { cookie: '=;;; key' }],
    ['key', { cookie: 'key=' }],
    ['tenant', { tenant: '' }],
    ['tenant', { tenant: '\u00ff'.repeat(2000) }],
    ['session', { cookie: 'session=%zz; session=%' }],
  ])(
    'CVE-2025-43855: rejects a call of %s with a malformed credential or header: %j',
    async (method, headers) => {
      const response = await exchange(target, post('/rpc', call(method), headers));
      expect([200, 401]).toContain(response.status);
      expect(JSON.parse(response.body)).not.toHaveProperty('result');
    },
  );

  test('CVE-2025-43855: keeps running when a notification has an invalid header', async () => {
    const notification = '{"jsonrpc":"2.0","method":"tenant"}';
    const { status } = await exchange(target, post('/rpc', notification, { tenant: 'x' }));
    expect(status).toBe(204);
  });

  test.each(['setName', 'setPath', 'setDomain', 'setValue', 'setHeader'])(
    'CVE-2024-47764: adds no cookie attribute, cookie or header when a client controls the text of %s',
    async (method) => {
      for (const text of [
        'a; Max-Age=2592000; b',
        'a=b; HttpOnly',
        'a\r\nset-cookie: admin=1',
        'a\nset-cookie: admin=1',
        '\r\n\r\n<script>alert(1)</script>',
        'a\u010d\u010aset-cookie: admin=1',
      ]) {
        const response = await exchange(target, post('/rpc', call(method, { text })));
        const attributes = response.headers['set-cookie']?.join() ?? '';
        expect(attributes).not.toMatch(/;\s*(Max-Age|HttpOnly)|admin=1/);
        expect(Object.keys(response.headers)).not.toContain('admin');
        expect(() => JSON.parse(response.body) as unknown).not.toThrow();
      }
    },
  );
});

function corsHeaders(headers: object): readonly string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

function localApi(received: unknown[]): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => {
    received.push('ping');
    return 'pong';
  });
  const api = new Api({ allowedHosts: ['localhost', '127.0.0.1', '[::1]'] }).bindEntrypoint(rpc);
  serveSchemas(api);
  return api;
}

describe('with allowedHosts', () => {
  onEveryAdapter((target) => {
    test.each([
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      'evil.example.',
      'localhost.',
      'localhost@evil.example',
      'evil.example/localhost',
      '127.0.0.1.evil.example',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      'localhost, evil.example',
      'localhost evil.example',
    ])('CVE-2025-66414: runs no method for a request to the host %s', async (host) => {
      const response = await exchange(target, post('/rpc', body, { host }));
      // Hono itself rejects a malformed host.
      expect([400, 421]).toContain(response.status);
      expect(response.body).not.toContain('pong');
      expect(target.received).toEqual([]);
    });

    test.each(['/openapi.json', '/docs', '/rpc/ping'])(
      'CVE-2025-66414: responds with 421 at %s to a foreign host',
      async (path) => {
        expect((await exchange(target, get(path, 'evil.example'))).status).toBe(421);
      },
    );

    test('CVE-2025-66414: rejects a foreign host before any of the body has arrived', async () => {
      const head = `${HEAD.replace('localhost', 'evil.example')}content-length: 100\r\n\r\n`;
      const client = new RawClient(target.port).send(head);
      expect((await client.response()).status).toBe(421);
    });

    test.each(['localhost', 'LOCALHOST', 'localhost:3000', '127.0.0.1:80', '[::1]', '[::1]:3000'])(
      'CVE-2025-66414: serves the host %s',
      async (host) => {
        expect((await exchange(target, post('/rpc', body, { host }))).body).toContain('pong');
      },
    );

    test('CVE-2025-66414: ignores x-forwarded-host and forwarded when it checks the host', async () => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'localhost',
        forwarded: 'host=localhost',
      };
      expect((await exchange(target, post('/rpc', body, headers))).status).toBe(421);
    });
  }, localApi);
});
