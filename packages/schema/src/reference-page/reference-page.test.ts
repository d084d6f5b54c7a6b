import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Api } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { get } from '../../test/http.js';
import { type ReferencePageOptions, referencePageRoutes } from './reference-page.js';

function apiWithPage(options: Partial<ReferencePageOptions> = {}): Api {
  const pages = referencePageRoutes({
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

/** Resolves the links of the page like a browser that has opened it at a URL. */
function linksOf(html: string, url: string): readonly string[] {
  return [...html.matchAll(/(?:href|src|data-openapi)="([^"]*)"/g)].map(
    ([, link = '']) => new URL(link, url).href,
  );
}

describe('the API reference page', () => {
  test('has a strict content security policy that forbids frames', async () => {
    const { status, contentType, headers } = await get(apiWithPage(), '/docs');
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

  test('has a strong entity tag that changes with its content', async () => {
    const api = apiWithPage();
    const { etag = '' } = (await get(api, '/docs')).headers;
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    expect(await get(api, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 304 });
    const other = apiWithPage({ version: '1.0.1' });
    expect(await get(other, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  test('does not exist without docsUrl or without an OpenAPI document', () => {
    expect(adapterApi(apiWithPage({ docsUrl: null })).mounts).toEqual([]);
    expect(adapterApi(apiWithPage({ openapiUrl: null })).mounts).toEqual([]);
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
])('the API reference page at %s, opened as %s,', (docsUrl, path) => {
  const api = apiWithPage({ docsUrl });

  test.each(['', '/bank'])('has valid links under the prefix "%s"', async (prefix) => {
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

describe('the assets of the API reference page', () => {
  const api = apiWithPage();

  test.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-theme.css', 'text/css; charset=utf-8'],
    ['reference-page.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['reference-page.js', 'text/javascript; charset=utf-8'],
    ['favicon.svg', 'image/svg+xml'],
    ['swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8'],
    ['swagger-ui-bundle.js.LICENSE.txt', 'text/plain; charset=utf-8'],
  ])('include %s as %s with a strong entity tag', async (name, contentType) => {
    const response = await get(api, `/docs/${name}`);
    expect(response).toMatchObject({ status: 200, contentType });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const { etag = '' } = response.headers;
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    const again = await get(api, `/docs/${name}`, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test('have different entity tags', async () => {
    const paths = adapterApi(api).mounts.map(({ path }) => path);
    const responses = await Promise.all(paths.map((path) => get(api, path)));
    expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(paths.length);
  });

  test.each(['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'])(
    'include %s of Swagger UI unchanged',
    async (name) => {
      const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
      expect((await get(api, `/docs/${name}`)).text === readFileSync(file, 'utf8')).toBe(true);
    },
  );

  test('include the licence and the notice of Swagger UI', async () => {
    const { text } = await get(api, '/docs/swagger-ui.LICENSE.txt');
    expect(text).toContain('SmartBear Software');
    expect(text).toContain('Apache License');
  });
});
