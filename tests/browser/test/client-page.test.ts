import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Bank, createBank } from '@jsonrpc-kit/example-bank';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { acceptWebSockets } from '@jsonrpc-kit/hono/websocket';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { Hono } from 'hono';
import type { Browser, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { honoServer, listen, type RunningServer } from '../src/servers.js';

const source = fileURLToPath(new URL('../../../examples/page', import.meta.url));
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

let browser: Browser;
let built: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'client-page-'));
  await build({ root: source, logLevel: 'warn', build: { outDir: built, emptyOutDir: true } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(built, { recursive: true });
});

let bank: Bank;
let server: RunningServer;
let opened: OpenedPage;
let page: Page;
let sent: Sent[];
let expectedProblems: readonly string[];
beforeEach(async () => {
  bank = await createBank({
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  server = await serveBeside(bank);
  opened = await openPage(browser, server.origin);
  ({ page } = opened);
  sent = [];
  expectedProblems = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const token = request.headers()['user-auth-token'];
    sent.push({ token, message: request.postDataJSON() });
  });
  await page.goto(server.origin);
});
afterEach(async () => {
  const problems = await opened.problems();
  await opened.close();
  await server.close();
  await bank.close();
  expectSame(problems, expectedProblems);
});

/** In any order, because the browser reports one failure by several events. */
function expectSame(problems: readonly string[], expected: readonly string[]): void {
  expect(problems.toSorted()).toEqual(expected.toSorted());
}

/** One HTTP request to the api. */
interface Sent {
  readonly token: string | undefined;
  readonly message: unknown;
}

/** Serves the built page and the bank on one origin. */
function serveBeside({ api }: Bank, port?: number): Promise<RunningServer> {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', policy);
  });
  app.route('/', jsonRpc(api)).use(serveStatic({ root: built }));
  const running = honoServer(app);
  acceptWebSockets(running, api);
  return listen(running, port);
}

/** Calls a method as Alice, without the server. */
async function call({ api }: Bank, method: string, params: object): Promise<void> {
  const headers = { 'user-auth-token': 'alice-token' };
  const client = new JsonRpcTestClient(api, { url: '/api/v1/jsonrpc', headers });
  expect(await client.jsonrpc(method, params)).toHaveProperty('result');
}

const accounts = (): Locator => page.locator('#accounts button');
const balances = (): Locator => page.locator('#accounts .balance');
const movements = (): Locator => page.locator('#statement tr');
const outcome = (): Locator => page.locator('#outcome');

/** Waits until the elements have these texts, in this order. */
function expectTexts(locator: Locator, texts: readonly string[]): Promise<void> {
  return expect.poll(() => locator.allInnerTexts(), { timeout: 20_000 }).toEqual(texts);
}

async function transfer(from: string, to: string, cents: string): Promise<void> {
  await expectTexts(movements().first().locator('td').nth(1), ['Deposit']);
  await page.getByLabel('From').selectOption(from);
  await page.getByLabel('To account').fill(to);
  await page.getByLabel('Cents').fill(cents);
  await page.getByRole('button', { name: 'Transfer' }).click();
}

describe('the example page with the typed client', () => {
  test("shows the customer's accounts and the statement of one", async () => {
    await expectTexts(balances(), ['100.00', '2,500.00']);
    expect(await accounts().allInnerTexts()).toEqual([
      expect.stringContaining('everyday · 1.1'),
      expect.stringContaining('savings · 1.2'),
    ]);
    await expectTexts(movements().locator('td.number'), ['+100.00', '100.00']);

    await accounts().nth(1).click();
    await expectTexts(movements().locator('td.number'), ['+2,500.00', '2,500.00']);
    expect(await accounts().nth(1).getAttribute('aria-pressed')).toBe('true');
  });

  test('sends the token of each customer, and explains that the bank rejects one', async () => {
    await expectTexts(balances(), ['100.00', '2,500.00']);
    await page.getByLabel('Customer').selectOption('Bob');
    await expectTexts(balances(), ['50.00']);
    await expectTexts(movements().locator('td.number'), ['+50.00', '50.00']);

    await page.getByLabel('Customer').selectOption('A stranger');
    await expectTexts(page.getByRole('alert'), [
      'The bank doesn’t know you. Choose another customer.',
    ]);
    expect(await accounts().count()).toBe(0);
    expect(await movements().count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Transfer' }).isDisabled()).toBe(true);
    expect([...new Set(sent.map(({ token }) => token))]).toEqual([
      'alice-token',
      'bob-token',
      'unknown-token',
    ]);

    await page.getByLabel('Customer').selectOption('Alice');
    await expectTexts(balances(), ['100.00', '2,500.00']);
    await expectTexts(page.getByRole('alert'), ['']);
  });

  test('transfers money, and updates balances and statement by one batch', async () => {
    await expectTexts(balances(), ['100.00', '2,500.00']);
    await expectTexts(movements().locator('td.number'), ['+100.00', '100.00']);
    sent.length = 0;
    await transfer('1.1', '1.2', '2550');

    await expectTexts(outcome(), ['Transferred 25.50 to 1.2. Your balance is 74.50.']);
    await expectTexts(balances(), ['74.50', '2,525.50']);
    await expectTexts(movements().locator('td.number'), ['−25.50', '74.50', '+100.00', '100.00']);
    expect(sent.map(({ message }) => message)).toEqual([
      expect.objectContaining({
        method: 'transfer',
        params: { from: '1.1', to: '1.2', amount: 2550 },
      }),
      [
        expect.objectContaining({ method: 'listAccounts' }),
        expect.objectContaining({ method: 'statement', params: { accountId: '1.1', limit: 10 } }),
      ],
    ]);
  });

  test('shows a transfer that is made in another tab, without asking for it', async () => {
    const other = await page.context().newPage();
    await other.goto(server.origin);
    const row = other.locator('#statement tr');
    await expectTexts(row.locator('td.number'), ['+100.00', '100.00']);
    await other.locator('#accounts button').nth(1).click();
    await expectTexts(row.locator('td.number'), ['+2,500.00', '2,500.00']);
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));

    await transfer('1.1', '1.2', '2550');
    await expectTexts(row.locator('td.number'), ['+25.50', '2,525.50', '+2,500.00', '2,500.00']);
    expect(await row.first().locator('td').nth(1).innerText()).toBe('From 1.1');
    expect(await other.locator('#accounts .balance').allInnerTexts()).toEqual([
      '74.50',
      '2,525.50',
    ]);
    expect(asked).toEqual([]);
  });

  test('shows the movements that it has missed when the server is restarted', async () => {
    const numbers = movements().locator('td.number');
    await expectTexts(numbers, ['+100.00', '100.00']);
    const port = Number(new URL(server.origin).port);
    await server.close();
    await call(bank, 'deposit', { accountId: '1.1', amount: 50 });
    server = await serveBeside(bank, port);
    await expectTexts(numbers, ['+0.50', '100.50', '+100.00', '100.00']);
    await expectTexts(balances(), ['100.50', '2,500.00']);

    await call(bank, 'withdraw', { accountId: '1.1', amount: 150 });
    await expectTexts(numbers, ['−1.50', '99.00', '+0.50', '100.50', '+100.00', '100.00']);
    // The page tries to connect until the server is back.
    expectedProblems = await opened.problems();
    for (const problem of expectedProblems) {
      expect(problem).toMatch(/^(console: WebSocket connection|failed: |console: Failed to load)/);
    }
  });

  test('shows the balance if there is not enough money', async () => {
    await transfer('1.1', '2.1', '10001');
    await expectTexts(outcome(), ['Not enough money: the account has 100.00.']);
    expect(await balances().allInnerTexts()).toEqual(['100.00', '2,500.00']);
  });

  test('names an unknown account', async () => {
    await transfer('1.2', '9.9', '1');
    await expectTexts(outcome(), ['There is no account 9.9.']);
  });

  test('shows problems beside their fields until the next attempt', async () => {
    const problems = page.locator('#transfer .problem');
    await transfer('1.1', '<b>Bob</b>', '0.5');
    await expectTexts(problems, [
      '',
      'Must be the id of an account, such as "2.1"',
      'Must be whole cents',
    ]);
    expect(await page.getByLabel('To account').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('From').getAttribute('aria-invalid')).toBe('false');

    await transfer('1.1', '1.1', '500');
    await expectTexts(problems, ['', 'Must differ from the account "from"', '']);

    await transfer('1.1', '2.1', '500');
    await expectTexts(outcome(), ['Transferred 5.00 to 2.1. Your balance is 95.00.']);
    await expectTexts(problems, ['', '', '']);
  });

  test('cancels loading when another customer is chosen', async () => {
    await expectTexts(balances(), ['100.00', '2,500.00']);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      '**/jsonrpc',
      async (route) => {
        await released;
        await route.continue();
      },
      { times: 1 },
    );
    const requested = page.waitForRequest('**/jsonrpc');
    await accounts().nth(1).click();
    await requested;
    expectedProblems = [`failed: ${server.origin}/api/v1/jsonrpc net::ERR_ABORTED`];
    await page.getByLabel('Customer').selectOption('Bob');
    await expectTexts(balances(), ['50.00']);
    release();
    await accounts().click();
    await expectTexts(movements().locator('td.number'), ['+50.00', '50.00']);
    expect(await balances().allInnerTexts()).toEqual(['50.00']);
  });

  test('fits the width of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await expectTexts(movements().locator('td.number'), ['+100.00', '100.00']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test('reports that the bank can’t be reached, and continues once it can', async () => {
    await expectTexts(movements().locator('td.number'), ['+100.00', '100.00']);
    expectedProblems = [
      `failed: ${server.origin}/api/v1/jsonrpc net::ERR_INTERNET_DISCONNECTED`,
      'console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ];
    await page.context().setOffline(true);
    await accounts().nth(1).click();
    await expectTexts(page.getByRole('alert'), ['The bank can’t be reached. Is it running?']);
    await page.context().setOffline(false);
    await accounts().nth(1).click();
    await expectTexts(movements().locator('td.number'), ['+2,500.00', '2,500.00']);
    await expectTexts(page.getByRole('alert'), ['']);
  });
});
