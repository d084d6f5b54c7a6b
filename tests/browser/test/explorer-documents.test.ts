import { createServer } from 'node:http';
import { explorerListener, readSource } from '@jsonrpc-kit/explorer/node';
import apiSpecs from '@metamask/api-specs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { ExplorerPage } from '../src/explorer-page/explorer-page.js';
import { listen, type RunningServer } from '../src/servers.js';
import { hostileDocument } from './hostile-document.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

function serve(document: unknown): Promise<RunningServer> {
  const source = readSource(JSON.stringify(document), 'document');
  return listen(createServer(explorerListener(source)));
}

describe("the page with Ethereum's API", () => {
  let site: RunningServer;
  let opened: OpenedPage;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    site = await serve(apiSpecs);
    opened = await openPage(browser, site.origin);
    explorer = await ExplorerPage.open(opened.page, site.origin);
  });
  afterAll(async () => {
    await opened.close();
    await site.close();
  });

  test('lists all methods by tag', async () => {
    const names = await explorer.methodNames();
    expect(names.length).toBe(55);
    expect(names).toContain('eth_getBlockByNumber');
  });

  test('fills in the example of a method by name, and writes it by position', async () => {
    await explorer.openMethod('eth_getBlockByNumber');
    const params = async (): Promise<unknown> =>
      JSON.parse(await explorer.editor.innerText()) as unknown;
    expect(await params()).toEqual({ Block: '0x68b3', 'Hydrated transactions': false });
    await explorer.form.getByLabel('By position').check();
    await expect.poll(params).toEqual(['0x68b3', false]);
  });

  test('says that the document lists no server', async () => {
    expect(await explorer.form.innerText()).toContain('The document lists no server.');
    const send = explorer.form.getByRole('button', { name: 'Send', exact: true });
    expect(await send.isDisabled()).toBe(true);
    expect(await opened.problems()).toEqual([]);
  });
});

describe('the page with a hostile document', () => {
  let site: RunningServer;
  let opened: OpenedPage;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    site = await serve(hostileDocument());
    opened = await openPage(browser, site.origin);
    explorer = await ExplorerPage.open(opened.page, site.origin);
  });
  afterAll(async () => {
    await opened.close();
    await site.close();
  });

  /** Opens a method without its link, as its name may be anything. */
  async function openMethod(name: string): Promise<void> {
    await opened.page.goto(`${site.origin}/#/methods/${encodeURIComponent(name)}`);
    await explorer.editor.waitFor();
  }

  async function expectNothingRan(): Promise<void> {
    expect(await opened.page.title()).not.toBe('ran');
    expect(await opened.page.locator('main script, main img, main style, main form').count()).toBe(
      0,
    );
    const links = await opened.page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
    expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
    expect(await opened.problems()).toEqual([]);
  }

  test('displays a bounded number of its methods', async () => {
    expect((await explorer.methodNames()).length).toBeLessThanOrEqual(3000);
    expect(await opened.page.locator('main').innerText()).toMatch(/displays \d+ of them/);
    await expectNothingRan();
  });

  test('runs no script from any text', async () => {
    await openMethod((await explorer.methodNames())[0] ?? '');
    for (const toggle of await opened.page.locator('main [aria-expanded="false"]').all()) {
      await toggle.click();
    }
    // The document's servers aren't http, so there is no URL for code.
    expect(await opened.page.locator('details.call-code').count()).toBe(0);
    await expectNothingRan();
    const fine = opened.page.getByRole('link', { name: 'f', exact: true }).first();
    expect(await fine.getAttribute('rel')).toContain('noopener');
  });

  test.each([
    'circular',
    'itself',
    'deep',
    'deep example',
    'wide',
    'union',
    'explosive',
    'slow texts',
    'expensive pattern',
    'large pattern',
    'elsewhere',
    '__proto__',
    'malformed',
    'malformed2',
    'malformed3',
  ])('stays responsive with the method "%s"', async (name) => {
    await openMethod(name);
    for (let level = 0; level < 5; level++) {
      const closed = opened.page.locator('main .schema-tree [aria-expanded="false"]').first();
      if ((await closed.count()) > 0) await closed.click();
    }
    const { length } = await opened.page.locator('main').innerHTML();
    expect(length).toBeLessThan(300_000);
    await expectNothingRan();
  });

  test('stops validating against a pattern that takes too long', async () => {
    await openMethod('expensive pattern');
    const problems = opened.page.locator('.problems');
    await expect.poll(() => problems.innerText(), { timeout: 20_000 }).toContain('too long');
  });
});
