import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../chromium/launch-chromium.js';
import { openPage } from '../chromium/open-page.js';
import { DocsPage } from '../docs-page/docs-page.js';
import { hono } from '../servers/hono.js';

/** What to do before a picture of a docs page is taken, and its name. */
type Take = readonly [name: string, take: (page: Page, url: string, path: string) => Promise<void>];

const takes: readonly Take[] = [
  ['docs-page', overview],
  ['try-it-out', tryItOut],
];

/** A reader's document is light or dark, so each picture is taken of both; gives their files. */
export async function takeScreenshots(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const { origin, close } = await hono.serve(bank.api);
  const browser = await launchChromium();
  const files: string[] = [];
  try {
    for (const [name, take] of takes) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const file = join(folder, `${name}-${colorScheme}.png`);
        await inPage(browser, origin, { colorScheme }, (page) =>
          take(page, `${origin}/docs`, file),
        );
        files.push(file);
      }
    }
    return files;
  } finally {
    await browser.close();
    await close();
    await bank.close();
  }
}

async function inPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, close } = await openPage(browser, origin, options);
  await use(page);
  await close();
}

async function overview(page: Page, url: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 1040, height: 640 });
  await DocsPage.open(page, url);
  await page.screenshot({ path });
}

/** An open method, from its name to the answer that it has given. */
async function tryItOut(page: Page, url: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 1040, height: 2400 });
  const docs = await DocsPage.open(page, url);
  const withdraw = await docs.operation('/api/v1/jsonrpc/withdraw').open();
  await withdraw.fillHeader('user-auth-token', 'alice-token');
  await withdraw.tryOut();
  // Nothing is hovered over.
  await page.mouse.move(0, 0);
  const clip = await withdraw.areaToAnswer();
  await page.screenshot({ path, clip });
}
