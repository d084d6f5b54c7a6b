import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Serving } from '../servers/server.js';
import { serving } from '../servers/serving.js';
import { launchChromium } from './launch-chromium.js';
import { openPage } from './open-page.js';

const policy = "default-src 'none'; img-src data:; script-src 'self' http://elsewhere.example";

/** What a browser must complain of, by path, and a page without a fault at `/`. */
const pages: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Fine</title><link rel="icon" href="data:,">',
  '/inline': '<script>document.title = "ran"</script>',
  '/elsewhere': '<script src="http://elsewhere.example/a.js"></script>',
  '/throws': '<script src="/throws.js"></script>',
  '/throws.js': 'throw new Error("thrown")',
  '/missing': '<script src="/nothing.js"></script>',
};

let browser: Browser;
let site: Serving;
beforeAll(async () => {
  browser = await launchChromium();
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    const status = pages[url] === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': type, 'content-security-policy': policy });
    response.end(pages[url]);
  });
  site = await serving(server);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test.each([
  ['/inline', /^policy: script-src-elem inline/],
  ['/elsewhere', /^request to http:\/\/elsewhere\.example\/a\.js$/],
  ['/throws', /^exception: thrown$/],
  ['/missing', /^404: .*\/nothing\.js$/],
])('%s is complained of', async (path, complaint) => {
  const { page, complaints, close } = await openPage(browser, site.origin);
  await page.goto(site.origin + path);
  await expect
    .poll(complaints, { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(complaint));
  await close();
});

test('a page without a fault is not complained of', async () => {
  const { page, complaints, close } = await openPage(browser, site.origin);
  await page.goto(site.origin);
  expect(await page.title()).toBe('Fine');
  expect(await complaints()).toEqual([]);
  await close();
});

test('elsewhere is out of reach even for what no route sees', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await expect(page.goto('http://example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  await context.close();
});
