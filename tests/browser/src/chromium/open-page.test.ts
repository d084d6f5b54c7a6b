import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '../servers.js';
import { launchChromium } from './chromium.js';
import { openPage } from './open-page.js';

const policy = "default-src 'none'; img-src data:; script-src 'self' http://elsewhere.example";

/** Pages and scripts by path. Each page has a problem, except the one at `/`. */
const pages: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Fine</title><link rel="icon" href="data:,">',
  '/inline': '<script>document.title = "ran"</script>',
  '/elsewhere': '<script src="http://elsewhere.example/a.js"></script>',
  '/throws': '<script src="/throws.js"></script>',
  '/throws.js': 'throw new Error("thrown")',
  '/missing': '<script src="/nothing.js"></script>',
};

let browser: Browser;
let site: RunningServer;
beforeAll(async () => {
  browser = await launchChromium();
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    const status = pages[url] === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': type, 'content-security-policy': policy });
    response.end(pages[url]);
  });
  site = await listen(server);
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
])('openPage reports the problem of %s', async (path, problem) => {
  const { page, problems, close } = await openPage(browser, site.origin);
  await page.goto(site.origin + path);
  await expect.poll(problems, { timeout: 20_000 }).toContainEqual(expect.stringMatching(problem));
  await close();
});

test('openPage reports nothing for a page without a problem', async () => {
  const { page, problems, close } = await openPage(browser, site.origin);
  await page.goto(site.origin);
  expect(await page.title()).toBe('Fine');
  expect(await problems()).toEqual([]);
  await close();
});

test('the browser reaches no other machine, even without a route', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await expect(page.goto('http://example.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  await context.close();
});
