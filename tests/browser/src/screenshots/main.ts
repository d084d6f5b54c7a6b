/** `npm run screenshots` takes the screenshots in the README of packages/explorer. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium/chromium.js';
import { openPage } from '../chromium/open-page.js';
import { ExplorerPage } from '../explorer-page/explorer-page.js';
import { hono } from '../servers.js';

const folder = fileURLToPath(new URL('../../../../packages/explorer/docs', import.meta.url));

const screenshots: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  overview: showOverview,
  method: showMethod,
};

await mkdir(folder, { recursive: true });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bank = await createBank({ logger: silent, jobs: true });
const { origin, close } = await hono.serve(bank.api);
const browser = await launchChromium();
try {
  for (const [name, show] of Object.entries(screenshots)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const path = join(folder, `${name}-${colorScheme}.png`);
      const viewport = { width: 1360, height: 1000 };
      const opened = await openPage(browser, origin, { colorScheme, viewport });
      await show(opened.page, `${origin}/docs`);
      await opened.page.screenshot({ path });
      await opened.close();
      console.log(path);
    }
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
