/**
 * `npm run screenshots` takes the screenshots in the README of packages/explorer, and the frames of the
 * picture on the home page of the site.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium/chromium.js';
import { openPage } from '../chromium/open-page.js';
import { ExplorerPage } from '../explorer-page/explorer-page.js';
import { hono } from '../servers.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = join(root, 'packages/explorer/docs');
const frameFolder = join(root, 'docs/home');

const screenshots: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  overview: showOverview,
  method: showMethod,
};

/** Each step continues on the page of the one before it. */
const frames: Readonly<Record<string, (explorer: ExplorerPage) => Promise<unknown>>> = {
  overview: async () => undefined,
  method: (explorer) => explorer.openMethod('withdraw'),
  error: (explorer) => withdraw(explorer, 1_000_000),
  result: (explorer) => withdraw(explorer, 20),
};

await mkdir(folder, { recursive: true });
await mkdir(frameFolder, { recursive: true });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bank = await createBank({ logger: silent, jobs: true });
const { origin, close } = await hono.serve(bank.api);
const browser = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, show] of Object.entries(screenshots)) {
      const path = join(folder, `${name}-${colorScheme}.png`);
      const viewport = { width: 1360, height: 1000 };
      const opened = await openPage(browser, origin, { colorScheme, viewport });
      await show(opened.page, `${origin}/docs`);
      await opened.page.screenshot({ path });
      await opened.close();
      console.log(path);
    }
    const viewport = { width: 1360, height: 850 };
    const opened = await openPage(browser, origin, { colorScheme, viewport });
    const explorer = await ExplorerPage.open(opened.page, `${origin}/docs`);
    for (const [name, show] of Object.entries(frames)) {
      await show(explorer);
      await opened.page.mouse.move(0, 0);
      const path = join(frameFolder, `${name}-${colorScheme}.webp`);
      await writeFile(path, await takeWebp(opened.page));
      console.log(path);
    }
    await opened.close();
  }
} finally {
  await browser.close();
  await close();
  await bank.close();
}

async function showOverview(page: Page, url: string): Promise<void> {
  await ExplorerPage.open(page, url);
}

async function showMethod(page: Page, url: string): Promise<void> {
  const explorer = await ExplorerPage.open(page, url);
  await explorer.openMethod('withdraw');
  await explorer.send();
  // Moves the pointer into a corner, so that no element has its hover style.
  await page.mouse.move(0, 0);
}

async function withdraw(explorer: ExplorerPage, amount: number): Promise<void> {
  await explorer.fillParamsText(JSON.stringify({ amount, accountId: '1.1' }, undefined, 2));
  await explorer.send();
}

/** Takes a screenshot as WebP, a third of the size of a PNG. Playwright itself doesn't write WebP. */
async function takeWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  return Buffer.from(data, 'base64');
}
