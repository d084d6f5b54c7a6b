/** `npm run screenshots` takes the screenshots in the README of packages/schema. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium/chromium.js';
import { openPage } from '../chromium/open-page.js';
import { DocsPage } from '../docs-page/docs-page.js';
import { hono } from '../servers.js';

const folder = fileURLToPath(new URL('../../../schema/docs', import.meta.url));

const screenshots: Readonly<Record<string, (page: Page, url: string, path: string) => unknown>> = {
  'reference-page': takeOverview,
  'try-it-out': takeTryItOut,
};

await mkdir(folder, { recursive: true });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bank = await createBank({ logger: silent });
const { origin, close } = await hono.serve(bank.api);
const browser = await launchChromium();
try {
  for (const [name, take] of Object.entries(screenshots)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = join(folder, `${name}-${colorScheme}.png`);
      const opened = await openPage(browser, origin, { colorScheme });
      await take(opened.page, `${origin}/docs`, file);
      await opened.close();
      console.log(file);
    }
  }
} finally {
  await browser.close();
  await close();
  await bank.close();
}

async function takeOverview(page: Page, url: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 1040, height: 640 });
  await DocsPage.open(page, url);
  await page.screenshot({ path });
}

/** Shows an open method from its name to its response. */
async function takeTryItOut(page: Page, url: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 1040, height: 2400 });
  const docs = await DocsPage.open(page, url);
  const withdraw = await docs.operation('/api/v1/jsonrpc/withdraw').open();
  await withdraw.fillHeader('user-auth-token', 'alice-token');
  await withdraw.tryOut();
  // Moves the pointer away from everything that reacts to it.
  await page.mouse.move(0, 0);
  const clip = await withdraw.areaToResponse();
  await page.screenshot({ path, clip });
}
