import { describe, expect, test } from 'vitest';
import { get } from '../../test/get.js';
import { contentRoute } from './content-route.js';
import type { PageContent } from './page-content.js';

const content: PageContent = {
  body: new TextEncoder().encode('the text'),
  contentType: 'text/plain',
  etag: '"v1"',
};
const route = contentRoute('/text', () => Promise.resolve(content));

describe('a client that has the content', () => {
  test.each(['"v1"', 'W/"v1"', '"v0", "v1"', '"v0","v1" ', '*'])(
    'by %s is not sent it again',
    async (tags) => {
      const { status, text, headers } = await get(route, '/text', { 'if-none-match': tags });
      expect({ status, text }).toEqual({ status: 304, text: '' });
      expect(headers).toMatchObject({ etag: '"v1"', 'cache-control': 'no-cache' });
    },
  );

  test.each(['"v2"', 'v1', '"v1', ''])('no more, by %s, is sent it', async (tags) => {
    const answer = await get(route, '/text', { 'if-none-match': tags });
    expect(answer).toMatchObject({ status: 200, text: 'the text' });
  });
});

test('asks again each time, and is told the type of what it gets', async () => {
  expect(await get(route, '/text')).toMatchObject({
    status: 200,
    contentType: 'text/plain',
    headers: { etag: '"v1"', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  });
});

test('the content is loaded when it is first asked for, and once', async () => {
  let loads = 0;
  const counted = contentRoute('/text', () => {
    loads += 1;
    return Promise.resolve(content);
  });
  expect(loads).toBe(0);
  for (const _ of [1, 2, 3]) await get(counted, '/text');
  expect(loads).toBe(1);
});

test('content that is missing is a 500 that says what to do, until it is there', async () => {
  let isThere = false;
  const partial = contentRoute('/docs/a.css', () =>
    isThere ? Promise.resolve(content) : Promise.reject(new Error('Cannot find module')),
  );
  const answer = await get(partial, '/docs/a.css');
  expect(answer.status).toBe(500);
  expect(answer.text).toMatch(/The content of \/docs\/a\.css was not found .* is bundled, keep/);
  isThere = true;
  expect(await get(partial, '/docs/a.css')).toMatchObject({ status: 200, text: 'the text' });
});
