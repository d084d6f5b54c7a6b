import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/launch-chromium.js';
import { openPage, type WatchedPage } from '../src/chromium/open-page.js';
import { DocsPage } from '../src/docs-page/docs-page.js';
import type { Serving } from '../src/servers/server.js';
import { hono } from '../src/servers/hono.js';
import { servers } from '../src/servers.js';
import { docsApi, operations } from './docs-api.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(servers)('the docs page served by $name', ({ serve }) => {
  let serving: Serving;
  let watched: WatchedPage;
  let docs: DocsPage;
  beforeAll(async () => {
    serving = await serve(docsApi());
    watched = await openPage(browser, serving.origin);
    docs = await DocsPage.open(watched.page, `${serving.origin}/docs`);
  });
  afterAll(async () => {
    await watched.close();
    await serving.close();
  });

  test('tries out a method with a header, and shows its result', async () => {
    const withdraw = await docs.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    const { request, status, answer, shown } = await withdraw.tryOut();
    expect(request.url).toBe(serving.origin + operations.withdraw);
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
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { balance: 95, token: 'alice-token' },
    });
    expect(shown).toEqual(answer);
    // Under the strict policy, and with nothing from elsewhere.
    expect(await watched.complaints()).toEqual([]);
  });

  test('shows a typed error', async () => {
    const withdraw = await docs.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    await withdraw.fillMessage({ ...Object(await withdraw.message()), params: { amount: 500 } });
    const { status, shown } = await withdraw.tryOut();
    expect(status).toBe(200);
    expect(shown).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6001, message: 'Not enough money', data: { balance: 100 } },
    });
    expect(await watched.complaints()).toEqual([]);
  });

  test.each(['/docs', '/docs/'])('works below a prefix, asked for by %s', async (path) => {
    const mounted = await serve(docsApi(), '/some/prefix');
    const below = await openPage(browser, mounted.origin);
    const page = await DocsPage.open(below.page, `${mounted.origin}/some/prefix${path}`);
    const withdraw = await page.operation(operations.withdraw).open();
    await withdraw.fillHeader('user-auth-token', 'alice-token');
    const { request, shown } = await withdraw.tryOut();
    expect(request.url).toBe(`${mounted.origin}/some/prefix${operations.withdraw}`);
    expect(shown).toMatchObject({ result: { balance: 95 } });
    for (const name of ['OpenAPI', 'OpenRPC']) {
      const link = await below.page.getByRole('link', { name }).getAttribute('href');
      const url = new URL(link ?? '', below.page.url()).href;
      expect(url).toBe(`${mounted.origin}/some/prefix/${name.toLowerCase()}.json`);
      expect((await fetch(url)).status).toBe(200);
    }
    expect(await below.complaints()).toEqual([]);
    await below.close();
    await mounted.close();
  });
});

describe('the docs page', () => {
  let serving: Serving;
  let watched: WatchedPage;
  let docs: DocsPage;
  beforeAll(async () => {
    serving = await hono.serve(docsApi());
    watched = await openPage(browser, serving.origin);
    docs = await DocsPage.open(watched.page, `${serving.origin}/docs`);
  });
  afterAll(async () => {
    await watched.close();
    await serving.close();
  });

  test.each([
    operations.withdraw,
    operations.underscored,
    operations.withSlash,
    operations.inCzech,
  ])('has a link to %s, which opens it', async (path) => {
    const link = await docs.operation(path).link();
    const viewport = { width: 1000, height: 400 };
    const { page, complaints, close } = await openPage(browser, serving.origin, { viewport });
    const linked = (await DocsPage.open(page, link)).operation(path);
    await linked.block.and(page.locator('.is-open')).waitFor();
    // It glides there.
    await expect
      .poll(() => linked.top(), { timeout: 20_000 })
      .toSatisfy((top: number) => top >= 0 && top < 200);
    expect(await complaints()).toEqual([]);
    await close();
  });

  test('sends the credentials that its reader has given once', async () => {
    await docs.authorize('alice', 'open sesame');
    const secret = await docs.operation(operations.secret).open();
    const { shown } = await secret.tryOut();
    expect(shown).toMatchObject({ result: { username: 'alice', password: 'open sesame' } });
    expect(await watched.complaints()).toEqual([]);
  });

  test.each([
    ['light', 'rgb(255, 255, 255)', false],
    ['dark', 'rgb(16, 23, 29)', true],
  ] as const)('is %s where the system is', async (colorScheme, color, isDark) => {
    const { page, complaints, close } = await openPage(browser, serving.origin, { colorScheme });
    await DocsPage.open(page, `${serving.origin}/docs`);
    const root = page.locator('html');
    const shown = await root.evaluate((html) => ({
      color: getComputedStyle(html).backgroundColor,
      isDark: html.classList.contains('dark-mode'),
    }));
    expect(shown).toEqual({ color, isDark });
    expect(await complaints()).toEqual([]);
    await close();
  });

  test.each([320, 390, 1000])('is no wider than a window of %d pixels', async (width) => {
    const { page } = watched;
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
])('a title is shown as it is: %s', async (title) => {
  const serving = await hono.serve(docsApi({ title }));
  const { page, complaints, close } = await openPage(browser, serving.origin);
  await DocsPage.open(page, `${serving.origin}/docs`);
  expect(await page.title()).toBe(`${title} 1.2.3`);
  expect(await page.locator('h1').first().textContent()).toBe(title);
  expect(await page.locator('.docs-version').textContent()).toBe('1.2.3');
  expect(await complaints()).toEqual([]);
  await close();
  await serving.close();
});
