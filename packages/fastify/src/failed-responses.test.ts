import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';
import fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { jsonRpc } from './json-rpc.js';

const error = new Error('not for the client');

const response: HttpResponse = {
  status: 200,
  body: 'page',
  contentType: 'text/plain',
  headers: undefined,
  onSent: undefined,
};

/** Serves one page that responds with these members. */
async function servePage(members: Partial<HttpResponse>) {
  const entries: { readonly details: object; readonly message: string }[] = [];
  const log = (details: object, message: string): void => void entries.push({ details, message });
  const api = new Api({ logger: { error: log, warn: log } });
  api.bindEntrypoint(new Entrypoint('/rpc'));
  adapterApi(api).addPage({ path: '/page', handle: () => ({ ...response, ...members }) });
  const app = fastify();
  await app.register(jsonRpc, { api });
  const get = async (): Promise<object> => {
    const { statusCode, body, headers } = await app.inject('/page');
    return { statusCode, body, nosniff: headers['x-content-type-options'] };
  };
  return { api, entries, get };
}

const FAILURE = {
  statusCode: 500,
  nosniff: 'nosniff',
  body: '{"detail":"Internal Server Error"}',
};

describe('a response that Fastify cannot send', () => {
  test.each<[string, Partial<HttpResponse>]>([
    ['a header has an invalid name', { headers: [['x bad', '1']] }],
    ['the status is invalid', { status: 12_345 }],
  ])('responds with 500 and logs the failure when %s', async (_, members) => {
    const { entries, get } = await servePage(members);
    expect(await get()).toEqual(FAILURE);
    expect(entries).toMatchObject([{ message: 'Request failed' }]);
  });

  test('responds with 500 when handling the request throws or rejects', async () => {
    const { api, entries, get } = await servePage({});
    adapterApi(api).handle = () => {
      throw error;
    };
    expect(await get()).toEqual(FAILURE);
    adapterApi(api).handle = () => Promise.reject(error);
    expect(await get()).toEqual(FAILURE);
    expect(entries).toMatchObject([{ details: { err: error } }, { details: { err: error } }]);
  });
});

test('work after the response that rejects is logged, and the response is still sent', async () => {
  const { entries, get } = await servePage({ onSent: () => Promise.reject(error) });
  expect(await get()).toMatchObject({ statusCode: 200, body: 'page' });
  await vi.waitFor(() => {
    expect(entries).toMatchObject([{ message: 'Work after the response failed' }]);
  });
});
