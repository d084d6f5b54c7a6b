import axe, { type AxeResults } from 'axe-core';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { ExplorerPage } from '../src/explorer-page/explorer-page.js';
import { hono, type RunningServer } from '../src/servers.js';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  browser = await launchChromium();
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger });
  const running = await hono.serve(bank.api);
  const close = async (): Promise<void> => {
    await running.close();
    await bank.close();
  };
  server = { ...running, close };
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe.each([
  { name: 'on a desktop, light', viewport: { width: 1360, height: 800 }, colorScheme: 'light' },
  { name: 'on a desktop, dark', viewport: { width: 1360, height: 800 }, colorScheme: 'dark' },
  { name: 'on a phone, light', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'on a phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const)('the docs page $name', ({ viewport, colorScheme }) => {
  let opened: OpenedPage;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    opened = await openPage(browser, server.origin, { viewport, colorScheme });
    explorer = await ExplorerPage.open(opened.page, `${server.origin}/docs`);
    await opened.page.evaluate(axe.source);
  });
  afterAll(() => opened.close());

  async function expectAccessible(): Promise<void> {
    const { violations } = await opened.page.evaluate<AxeResults>('axe.run()');
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found).toEqual([]);
    const width = await opened.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(viewport.width);
    expect(await opened.problems()).toEqual([]);
  }

  const open = async (hash: string): Promise<void> => {
    await opened.page.evaluate((next) => void (location.hash = next), hash);
    await opened.page.locator('main h1').waitFor();
  };

  test('shows the overview without an accessibility violation', async () => {
    await open('#/');
    await expectAccessible();
  });

  test('shows a method with its result without an accessibility violation', async () => {
    await open('#/methods/transfer');
    await explorer.editor.waitFor();
    await explorer.send();
    await explorer.openCode();
    await expectAccessible();
  });

  test('shows a typed error and its data without an accessibility violation', async () => {
    await open('#/methods/withdraw');
    await explorer.editor.waitFor();
    await explorer.fillParams({ accountId: '1.1', amount: 1_000_000 });
    await explorer.send();
    await opened.page.getByRole('button', { name: 'data of NotEnoughMoney' }).click();
    await expectAccessible();
  });

  test('shows a batch and the history without an accessibility violation', async () => {
    await opened.page.getByRole('button', { name: 'Add to batch' }).click();
    await open('#/batch');
    await opened.page.locator('.batch-item').first().waitFor();
    await expectAccessible();
    await open('#/history');
    await opened.page.locator('.history').waitFor();
    await expectAccessible();
  });
});
