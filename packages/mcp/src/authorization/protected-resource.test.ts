import { Api, Entrypoint, HttpError, Unauthorized } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { callTool, post } from '../../test/post.js';
import { shop } from '../../test/shop.js';
import { serveMcp } from '../index.js';

const authorization = {
  resource: 'https://shop.example/mcp',
  servers: ['https://login.example'],
  scopes: ['buy'],
};
const METADATA = '/.well-known/oauth-protected-resource/mcp';

describe('a tool with a bearer scheme', () => {
  test('gets 401 without a token, and a challenge that leads to the metadata', async () => {
    const { status, headers } = await callTool(shop({ authorization }).api, 'whoami');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="JSON-RPC", resource_metadata="https://shop.example${METADATA}"`,
    );
  });

  test('gets 401 with a plain challenge if no authorization server is named', async () => {
    const { status, headers } = await callTool(shop().api, 'whoami');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="JSON-RPC"');
  });

  test.each<[string, Unauthorized, string]>([
    [
      'a challenge',
      new Unauthorized({}, { challenge: 'Bearer error="invalid_token"' }),
      ' error="invalid_token",',
    ],
    ['no challenge', new Unauthorized(), ''],
  ])('leads to the metadata if the method throws Unauthorized with %s', async (_, error, begin) => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('refund', {}, (): string => {
      throw error;
    });
    const api = new Api().bindEntrypoint(rpc);
    serveMcp(api, { methods: () => true, authorization });
    const { status, headers } = await callTool(api, 'refund');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer${begin} resource_metadata="https://shop.example${METADATA}"`,
    );
  });

  test('gets a 403 for too few scopes with a challenge that leads to the metadata', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('refund', {}, (): string => {
      const challenge = 'Bearer error="insufficient_scope", scope="refund"';
      throw new HttpError(403, 'Forbidden', { 'www-authenticate': challenge });
    });
    const api = new Api().bindEntrypoint(rpc);
    serveMcp(api, { methods: () => true, authorization });
    const { status, headers } = await callTool(api, 'refund');
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="refund", ' +
        `resource_metadata="https://shop.example${METADATA}"`,
    );
  });

  test('is called with the token', async () => {
    const parts = { headers: { authorization: 'Bearer t' } };
    const { json } = await callTool(shop({ authorization }).api, 'whoami', {}, parts);
    expect(json.result?.structuredContent).toBe('user of t');
  });
});

describe('the protected-resource metadata', () => {
  test('name the authorization servers and scopes', async () => {
    const { api } = shop({ authorization });
    const { status, json } = await post(api, undefined, { verb: 'GET', path: METADATA });
    expect(status).toBe(200);
    expect(json).toEqual({
      resource: 'https://shop.example/mcp',
      authorization_servers: ['https://login.example'],
      scopes_supported: ['buy'],
      bearer_methods_supported: ['header'],
    });
  });

  test('are found below the path where the api is mounted', async () => {
    const resource = 'https://shop.example/v2/mcp';
    const { api } = shop({ authorization: { ...authorization, resource } });
    const { headers } = await callTool(api, 'whoami');
    expect(headers.get('www-authenticate')).toContain(`"https://shop.example/v2${METADATA}"`);
  });

  test('do not exist without the option', async () => {
    const request = post(shop().api, undefined, { verb: 'GET', path: METADATA });
    await expect(request).rejects.toThrow('no route');
  });
});
