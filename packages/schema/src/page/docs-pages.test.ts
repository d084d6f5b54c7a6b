import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Api } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { get } from '../../test/get.js';
import { docsPages, type DocsPagesOptions } from './docs-pages.js';

function apiWithDocs(options: Partial<DocsPagesOptions> = {}): Api {
  const pages = docsPages({
    title: 'Bank',
    version: '1.0.0',
    docsUrl: '/docs',
    openapiUrl: '/openapi.json',
    openrpcUrl: '/openrpc.json',
    ...options,
  });
  const api = new Api();
  for (const page of pages) adapterApi(api).addPage(page);
  return api;
}

/** Where the page links to, as a browser understands it that has asked for a URL. */
function linksOf(html: string, url: string): readonly string[] {
  return [...html.matchAll(/(?:href|src|data-openapi)="([^"]*)"/g)].map(
    ([, link = '']) => new URL(link, url).href,
  );
}

describe('the page', () => {
  test('is HTML under the strict policy, and can’t be framed', async () => {
    const { status, contentType, headers } = await get(apiWithDocs(), '/docs');
    expect({ status, contentType }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  test('has a strong entity tag that changes with it', async () => {
    const api = apiWithDocs();
    const { etag = '' } = (await get(api, '/docs')).headers;
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    expect(await get(api, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 304 });
    const other = apiWithDocs({ version: '1.0.1' });
    expect(await get(other, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  test('is left out by `docsUrl: null`, and where there is no document to show', () => {
    expect(adapterApi(apiWithDocs({ docsUrl: null })).mounts).toEqual([]);
    expect(adapterApi(apiWithDocs({ openapiUrl: null })).mounts).toEqual([]);
  });
});

describe.each([
  ['/docs', '/docs'],
  ['/docs', '/docs/'],
  ['/docs/', '/docs'],
  ['/docs/', '/docs/'],
  ['/internal/docs', '/internal/docs'],
  ['/internal/docs', '/internal/docs/'],
  ['/', '/'],
])('the page at %s, asked for by %s,', (docsUrl, path) => {
  const api = apiWithDocs({ docsUrl });

  test.each(['', '/bank'])('finds all that it links to below the prefix "%s"', async (prefix) => {
    const root = `http://localhost${prefix}`;
    const links = linksOf((await get(api, path)).text, `${root}${path}`);
    expect(links).toContain(`${root}/openapi.json`);
    expect(links).toContain(`${root}/openrpc.json`);
    const assets = links.filter((link) => !link.endsWith('.json'));
    expect(assets.length).toBeGreaterThan(4);
    for (const asset of assets) {
      expect(await get(api, asset.slice(root.length))).toMatchObject({ status: 200 });
    }
  });
});

describe('the assets', () => {
  const api = apiWithDocs();

  test.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-theme.css', 'text/css; charset=utf-8'],
    ['docs-page.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['docs-page.js', 'text/javascript; charset=utf-8'],
    ['favicon.svg', 'image/svg+xml'],
    ['swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8'],
    ['swagger-ui-bundle.js.LICENSE.txt', 'text/plain; charset=utf-8'],
  ])('%s is served as %s, with a strong entity tag', async (name, contentType) => {
    const answer = await get(api, `/docs/${name}`);
    expect(answer).toMatchObject({ status: 200, contentType });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const { etag = '' } = answer.headers;
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    const again = await get(api, `/docs/${name}`, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test('have a tag each', async () => {
    const paths = adapterApi(api).mounts.map(({ path }) => path);
    const answers = await Promise.all(paths.map((path) => get(api, path)));
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(paths.length);
  });

  test.each(['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'])(
    '%s is Swagger UI’s own, unchanged',
    async (name) => {
      const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
      expect((await get(api, `/docs/${name}`)).text === readFileSync(file, 'utf8')).toBe(true);
    },
  );

  test('carry the licence that Swagger UI is under, and its notice', async () => {
    const { text } = await get(api, '/docs/swagger-ui.LICENSE.txt');
    expect(text).toContain('SmartBear Software');
    expect(text).toContain('Apache License');
  });
});
