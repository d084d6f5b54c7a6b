import { format } from 'node:util';
import { Api, defineError, Entrypoint, LimitExceeded } from '@jsonrpc-kit/core';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { call, post } from '@jsonrpc-kit/test-support/raw-client';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { silent } from './attacked-api.js';
import { exchange, get, onEveryAdapter, sendJson } from './on-every-adapter.js';

class Rejected extends defineError({
  code: 5001,
  message: 'Rejected',
  data: v.object({ text: v.string() }),
}) {}

const MAX_RESPONSE_BYTES = 20_000;
const TEXT = 'x'.repeat(3000);

function amplifyingApi(): Api {
  const rpc = new Entrypoint('/rpc', {
    errors: [Rejected, LimitExceeded, ...Entrypoint.defaultErrors],
    limits: { maxResponseBytes: MAX_RESPONSE_BYTES, maxResultBytes: 5000 },
  });
  rpc.method('ping', {}, () => 'pong');
  rpc.method('large', {}, () => TEXT);
  rpc.method('larger', {}, () => TEXT.repeat(2));
  rpc.method('reject', {}, () => {
    throw new Rejected({ text: TEXT });
  });
  rpc.method('rejectLarger', {}, () => {
    throw new Rejected({ text: TEXT.repeat(2) });
  });
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}

interface Response {
  readonly id: number;
  readonly error?: { readonly code: number };
}

describe('with large results', () => {
  onEveryAdapter((target) => {
    test.each(['large', 'reject'])(
      'go-ethereum-33814: limits the response bytes of a batch that calls only the method %s',
      async (method) => {
        const ids = Array.from({ length: 100 }, (_, id) => id);
        const batch = `[${ids.map((id) => call(method, {}, id)).join()}]`;
        const responses = (await sendJson(target, batch)) as readonly Response[];
        expect(responses.map(({ id }) => id)).toEqual(ids);
        const isRejected = ({ error }: Response): boolean => error?.code === -32005;
        const sent = responses.filter((response) => !isRejected(response));
        expect(sent.length).toBeGreaterThan(0);
        expect(JSON.stringify(sent).length).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
        // The error responses beyond the limit are small.
        const rejected = responses.filter(isRejected);
        expect(JSON.stringify(rejected).length / rejected.length).toBeLessThan(200);
      },
    );

    test('go-ethereum-33814: rejects a call whose result exceeds maxResultBytes', async () => {
      const response = await sendJson(target, call('larger'));
      expect(response).toMatchObject({ id: 1, error: { code: -32005 } });
    });

    test('go-ethereum-33814: limits the bytes of an error response with large data', async () => {
      const response = await sendJson(target, call('rejectLarger'));
      expect(response).toMatchObject({ id: 1, error: {} });
      expect(JSON.stringify(response).length).toBeLessThanOrEqual(5000);
    });
  }, amplifyingApi);
});

/** Has no logger, so it logs to the console. */
function apiThatLogs(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  rpc.method('find', { args: { name: v.string() } }, ({ name }) => {
    throw new Error(`No account of ${name}`, { cause: new Error(name) });
  });
  return new Api().bindEntrypoint(rpc);
}

describe('with a log', () => {
  onEveryAdapter((target) => {
    test.each([
      'x\nFORGED line',
      'x\r\nFORGED line',
      'x\u2028FORGED line',
      'x\u001b[2J\u001b]0;FORGED\u0007',
      'x\u009b2JFORGED',
      'x\u202eFORGED',
    ])(
      'CVE-2025-25184: escapes control characters when it logs the text %j from a client',
      async (text) => {
        const lines: string[] = [];
        const log = (...details: unknown[]): void => {
          lines.push(...format(...details).split('\n'));
        };
        vi.spyOn(console, 'error').mockImplementation(log);
        vi.spyOn(console, 'warn').mockImplementation(log);
        const params = { name: text };
        const body = JSON.stringify({ jsonrpc: '2.0', id: text, method: 'find', params });
        await sendJson(target, body);
        const notification = JSON.stringify({ jsonrpc: '2.0', method: text });
        expect((await exchange(target, post('/rpc', notification))).status).toBe(204);

        await vi.waitFor(() => {
          expect(lines.filter((line) => line.includes('FORGED')).length).toBeGreaterThan(1);
        });
        expect(lines.filter((line) => /^\s*FORGED/.test(line))).toEqual([]);
        expect(lines.filter((line) => /[\p{Cc}\u2028\u202e]/u.test(line))).toEqual([]);
      },
    );
  }, apiThatLogs);
});

const SCRIPT = `"'--></title></script><script>alert(1)</script><img src=x onerror=alert(2)>`;

function hostileApi(): Api {
  const rpc = new Entrypoint('/rpc', { name: SCRIPT });
  rpc.method('ping', {}, () => 'pong');
  rpc.method(
    `greet${SCRIPT}`,
    {
      summary: SCRIPT,
      description: SCRIPT,
      tags: [SCRIPT],
      args: { name: v.pipe(v.string(), v.description(SCRIPT)) },
    },
    ({ name }) => name,
  );
  const api = new Api({ title: SCRIPT, version: SCRIPT, description: SCRIPT });
  serveSchemas(api.bindEntrypoint(rpc));
  return api;
}

describe('with an API reference page', () => {
  onEveryAdapter((target) => {
    test('CVE-2026-33331: escapes every text of the api in the API reference page', async () => {
      const page = await exchange(target, get('/docs'));
      expect(page.status).toBe(200);
      expect(page.body).toContain('&lt;script&gt;alert(1)');
      expect(page.body).not.toContain('<script>alert');
      expect(page.body).not.toContain('<img src=x');
      expect(page.body).not.toMatch(/<script(?![^>]* src=)/);
    });

    test('CVE-2026-33331: forbids inline scripts with a content security policy', async () => {
      const { headers } = await exchange(target, get('/docs'));
      const policy = headers['content-security-policy']?.join() ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|https?:/);
    });

    test.each(['/openapi.json', '/openrpc.json'])(
      'CVE-2026-33331: serves the texts at %s as JSON, never as HTML',
      async (path) => {
        const { status, headers, body } = await exchange(target, get(path));
        expect(status).toBe(200);
        expect(headers['content-type']?.[0]).toMatch(/^application\/json/);
        expect(JSON.parse(body)).toMatchObject({ info: { title: SCRIPT } });
      },
    );

    test.each(['url', 'configUrl', 'urls.primaryName', 'openapi', 'data-openapi'])(
      'CVE-2018-25031: serves the same API reference page for any value of the query parameter %s',
      async (name) => {
        const plain = await exchange(target, get('/docs'));
        const withQuery = await exchange(target, get(`/docs?${name}=https://evil.example/a.json`));
        expect(withQuery.status).toBe(200);
        expect(withQuery.body).toBe(plain.body);
      },
    );

    test('CVE-2018-25031: connects the API reference page to its own origin only', async () => {
      const { headers } = await exchange(target, get('/docs?url=https://evil.example/a.json'));
      expect(headers['content-security-policy']?.join()).toContain("connect-src 'self';");
    });

    test('CVE-2018-25031: serves a page whose script does not read the query', async () => {
      const { status, body } = await exchange(target, get('/docs/explorer.js'));
      expect(status).toBe(200);
      expect(body).not.toMatch(/location\.search|document\.URL|documentURI/);
    });
  }, hostileApi);
});
