import { describe, expect, test } from 'vitest';
import { get } from '../../test/http.js';
import { assetRoute, type Content, contentRoute } from './content-route.js';

const content: Content = {
  body: new TextEncoder().encode('the text'),
  contentType: 'text/plain',
  etag: '"v1"',
};
const route = assetRoute('/text', () => Promise.resolve(content));

describe('assetRoute()', () => {
  test.each(['"v1"', 'W/"v1"', '"v0", "v1"', '"v0","v1" ', '*'])(
    'responds with 304 to if-none-match: %s',
    async (tags) => {
      const { status, text, headers } = await get(route, '/text', { 'if-none-match': tags });
      expect({ status, text }).toEqual({ status: 304, text: '' });
      expect(headers).toMatchObject({ etag: '"v1"', 'cache-control': 'no-cache' });
    },
  );

  test.each(['"v2"', 'v1', '"v1', ''])(
    'responds with the content to if-none-match: %s',
    async (tags) => {
      const response = await get(route, '/text', { 'if-none-match': tags });
      expect(response).toMatchObject({ status: 200, text: 'the text' });
    },
  );
});

test('assetRoute() asks clients to revalidate the content', async () => {
  expect(await get(route, '/text')).toMatchObject({
    status: 200,
    contentType: 'text/plain',
    headers: { etag: '"v1"', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  });
});

test('assetRoute() loads the content once, on the first request', async () => {
  let loads = 0;
  const counted = assetRoute('/text', () => {
    loads += 1;
    return Promise.resolve(content);
  });
  expect(loads).toBe(0);
  for (const _ of [1, 2, 3]) await get(counted, '/text');
  expect(loads).toBe(1);
});

test('assetRoute() responds with 500 and advice while the content is missing', async () => {
  let isAvailable = false;
  const partial = assetRoute('/docs/a.css', () =>
    isAvailable ? Promise.resolve(content) : Promise.reject(new Error('Cannot find module')),
  );
  const response = await get(partial, '/docs/a.css');
  expect(response.status).toBe(500);
  expect(response.text).toMatch(/The content of \/docs\/a\.css is missing .* is bundled, mark/);
  isAvailable = true;
  expect(await get(partial, '/docs/a.css')).toMatchObject({ status: 200, text: 'the text' });
});

test('contentRoute() generates the content for each request, and logs an error', async () => {
  const logged: unknown[] = [];
  const logger = { error: (...args: readonly unknown[]) => void logged.push(args) };
  const error = new Error('a bug');
  let body = 'one';
  const generated = contentRoute(
    '/docs',
    async () => {
      if (body === '') throw error;
      return { ...content, body: new TextEncoder().encode(body) };
    },
    logger,
  );
  expect(await get(generated, '/docs')).toMatchObject({ status: 200, text: 'one' });
  body = 'two';
  expect(await get(generated, '/docs')).toMatchObject({ status: 200, text: 'two' });
  body = '';
  const { status, text } = await get(generated, '/docs');
  expect([status, text]).toEqual([500, '{"detail":"Internal Server Error"}']);
  expect(logged).toEqual([[{ err: error }, 'Generating /docs failed']]);
});
