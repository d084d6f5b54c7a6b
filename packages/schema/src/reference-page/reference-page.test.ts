import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Api } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { get } from '../../test/http.js';
import { swaggerUi } from '../swagger-ui.js';
import { explorerPage } from './explorer-page.js';
import { type ReferencePageOptions, referencePageRoutes } from './reference-page.js';

function apiWithPage(options: Partial<ReferencePageOptions> = {}): Api {
  const pages = referencePageRoutes({
    page: explorerPage,
    title: 'Bank',
    version: '1.0.0',
    docsPath: '/docs',
    openapiPath: '/openapi.json',
    openrpcPath: '/openrpc.json',
    origins: () => [],
    logger: { error: () => undefined },
    ...options,
  });
  const api = new Api();
  for (const page of pages) adapterApi(api).addPage(page);
  return api;
}

/** Resolves the links of the page like a browser that has opened it at a URL. */
function linksOf(html: string, url: string): readonly string[] {
  return [...html.matchAll(/(?:href|src|data-openapi|data-openrpc)="([^"]*)"/g)].map(
    ([, link = '']) => new URL(link, url).href,
  );
}

const pages = [
  ['explorer', explorerPage],
  ['Swagger UI', swaggerUi],
] as const;

describe.each(pages)('the API reference page with %s', (_, page) => {
  test('has a strict content security policy that forbids frames', async () => {
    const { status, contentType, headers } = await get(apiWithPage({ page }), '/docs');
    expect({ status, contentType }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    });
    expect(headers['content-security-policy']?.replace(" worker-src 'self';", '')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  test('may connect to the servers that the api declares', async () => {
    const servers = ['https://bank.example'];
    const api = apiWithPage({ page, origins: () => servers });
    const policyOf = async (): Promise<string | undefined> =>
      (await get(api, '/docs')).headers['content-security-policy'];
    expect(await policyOf()).toContain("connect-src 'self' https://bank.example;");
    servers.push('https://pay.example');
    expect(await policyOf()).toContain(
      "connect-src 'self' https://bank.example https://pay.example;",
    );
  });

  test('has a strong entity tag that changes with its content', async () => {
    const api = apiWithPage({ page });
    const { etag = '' } = (await get(api, '/docs')).headers;
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    expect(await get(api, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 304 });
    const other = apiWithPage({ page, version: '1.0.1' });
    expect(await get(other, '/docs', { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  test('does not exist without docsPath', () => {
    expect(adapterApi(apiWithPage({ page, docsPath: null })).mounts).toEqual([]);
  });

  test('serves each asset with a different strong entity tag', async () => {
    const api = apiWithPage({ page });
    const etags = new Set<string>();
    for (const { name, contentType } of page.assets) {
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
      etags.add(etag);
    }
    expect(etags.size).toBe(page.assets.length);
  });

  describe.each([
    ['/docs', '/docs'],
    ['/docs', '/docs/'],
    ['/docs/', '/docs'],
    ['/docs/', '/docs/'],
    ['/internal/docs', '/internal/docs'],
    ['/internal/docs', '/internal/docs/'],
    ['/', '/'],
  ])('at %s, opened as %s,', (docsPath, path) => {
    const api = apiWithPage({ page, docsPath });

    test.each(['', '/bank'])('has valid links under the prefix "%s"', async (prefix) => {
      const root = `http://localhost${prefix}`;
      const links = linksOf((await get(api, path)).text, `${root}${path}`);
      expect(links).toContain(`${root}/${page.reads}.json`);
      const assets = links.filter((link) => !link.endsWith('.json'));
      expect(assets.length).toBeGreaterThan(2);
      for (const asset of assets) {
        expect(await get(api, asset.slice(root.length))).toMatchObject({ status: 200 });
      }
    });
  });
});

describe('the assets of Swagger UI', () => {
  const api = apiWithPage({ page: swaggerUi });

  test.each(['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'])(
    'include %s unchanged',
    async (name) => {
      const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
      expect((await get(api, `/docs/${name}`)).text === readFileSync(file, 'utf8')).toBe(true);
    },
  );

  test('include the licence and the notice', async () => {
    const { text } = await get(api, '/docs/swagger-ui.LICENSE.txt');
    expect(text).toContain('SmartBear Software');
    expect(text).toContain('Apache License');
  });
});
