import { swaggerUi } from '@jsonrpc-kit/schema/swagger-ui';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { SwaggerUiPage } from '../src/swagger-ui-page/swagger-ui-page.js';
import { frameworks, hono, type RunningServer } from '../src/servers.js';
import { docsApi, operations } from './docs-api.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(frameworks)('the docs page with Swagger UI served by $name', ({ serve }) => {
  let server: RunningServer;
  let opened: OpenedPage;
  let docs: SwaggerUiPage;
  beforeAll(async () => {
    server = await serve(docsApi({ referencePage: swaggerUi }));
    opened = await openPage(browser, server.origin);
    docs = await SwaggerUiPage.open(opened.page, `${server.origin}/docs`);
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  test('tries out a method with a header, and shows its result', async () => {
    const withdraw = await docs.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    const { request, status, response, displayed } = await withdraw.tryOut();
    expect(request.url).toBe(server.origin + operations.withdraw);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-auth-token': 'alice-token',
    });
    expect(request.message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'withdraw',
      params: { amount: 5 },
    });
    expect(status).toBe(200);
    expect(response).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { balance: 95, token: 'alice-token' },
    });
    expect(displayed).toEqual(response);
    // Without a violation of the strict policy or a request to another origin.
    expect(await opened.problems()).toEqual([]);
  });

  test('shows a typed error', async () => {
    const withdraw = await docs.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    await withdraw.fillMessage({ ...Object(await withdraw.message()), params: { amount: 500 } });
    const { status, displayed } = await withdraw.tryOut();
    expect(status).toBe(200);
    expect(displayed).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6001, message: 'Not enough money', data: { balance: 100 } },
    });
    expect(await opened.problems()).toEqual([]);
  });

  test.each(['/docs', '/docs/'])('works below a prefix at %s', async (path) => {
    const mounted = await serve(docsApi({ referencePage: swaggerUi }), '/some/prefix');
    const below = await openPage(browser, mounted.origin);
    const page = await SwaggerUiPage.open(below.page, `${mounted.origin}/some/prefix${path}`);
    const withdraw = await page.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    const { request, displayed } = await withdraw.tryOut();
    expect(request.url).toBe(`${mounted.origin}/some/prefix${operations.withdraw}`);
    expect(displayed).toMatchObject({ result: { balance: 95 } });
    for (const name of ['OpenAPI', 'OpenRPC']) {
      const link = await below.page.getByRole('link', { name }).getAttribute('href');
      const url = new URL(link ?? '', below.page.url()).href;
      expect(url).toBe(`${mounted.origin}/some/prefix/${name.toLowerCase()}.json`);
      expect((await fetch(url)).status).toBe(200);
    }
    expect(await below.problems()).toEqual([]);
    await below.close();
    await mounted.close();
  });
});

describe('the docs page with Swagger UI', () => {
  let server: RunningServer;
  let opened: OpenedPage;
  let docs: SwaggerUiPage;
  beforeAll(async () => {
    server = await hono.serve(docsApi({ referencePage: swaggerUi }));
    opened = await openPage(browser, server.origin);
    docs = await SwaggerUiPage.open(opened.page, `${server.origin}/docs`);
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  test.each([
    operations.withdraw,
    operations.underscored,
    operations.withSlash,
    operations.inCzech,
  ])('has a link to %s, which opens the operation', async (path) => {
    const link = await docs.operation(path).link();
    const viewport = { width: 1000, height: 400 };
    const { page, problems, close } = await openPage(browser, server.origin, { viewport });
    const linked = (await SwaggerUiPage.open(page, link)).operation(path);
    await linked.block.and(page.locator('.is-open')).waitFor();
    // The page scrolls smoothly.
    await expect
      .poll(() => linked.top(), { timeout: 20_000 })
      .toSatisfy((top: number) => top >= 0 && top < 200);
    expect(await problems()).toEqual([]);
    await close();
  });

  test('sends credentials after they were entered once', async () => {
    await docs.authorize('alice', 'open sesame');
    const secret = await docs.operation(operations.secret).open();
    const { displayed } = await secret.tryOut();
    expect(displayed).toMatchObject({ result: { username: 'alice', password: 'open sesame' } });
    expect(await opened.problems()).toEqual([]);
  });

  test.each([
    ['light', 'rgb(255, 255, 255)', false],
    ['dark', 'rgb(16, 23, 29)', true],
  ] as const)('is %s if the system prefers that', async (colorScheme, color, isDark) => {
    const { page, problems, close } = await openPage(browser, server.origin, { colorScheme });
    await SwaggerUiPage.open(page, `${server.origin}/docs`);
    const root = page.locator('html');
    const theme = await root.evaluate((html) => ({
      color: getComputedStyle(html).backgroundColor,
      isDark: html.classList.contains('dark-mode'),
    }));
    expect(theme).toEqual({ color, isDark });
    expect(await problems()).toEqual([]);
    await close();
  });

  test.each([320, 390, 1000])('is no wider than a window of %d pixels', async (width) => {
    const { page } = opened;
    await page.setViewportSize({ width, height: 700 });
    const withdraw = await docs.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    await withdraw.tryOut();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

test.each([
  '</title><script>document.title = "ran"</script>',
  `"><img src=x onerror='document.title = "ran"'>`,
  'Žluťoučký 銀行 🏦 &amp; sons',
])('Swagger UI displays a title without interpreting it: %s', async (title) => {
  const server = await hono.serve(docsApi({ title, referencePage: swaggerUi }));
  const { page, problems, close } = await openPage(browser, server.origin);
  await SwaggerUiPage.open(page, `${server.origin}/docs`);
  expect(await page.title()).toBe(`${title} 1.2.3`);
  expect(await page.locator('h1').first().textContent()).toBe(title);
  expect(await page.locator('.page-version').textContent()).toBe('1.2.3');
  expect(await problems()).toEqual([]);
  await close();
  await server.close();
});
