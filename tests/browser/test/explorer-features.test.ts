import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { explorerListener, readSource } from '@jsonrpc-kit/explorer/node';
import { serveSchemas } from '@jsonrpc-kit/schema';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { ExplorerPage } from '../src/explorer-page/explorer-page.js';
import { hono, listen, type RunningServer } from '../src/servers.js';
import { docsApi } from './docs-api.js';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  browser = await launchChromium();
  server = await hono.serve(docsApi());
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

let opened: OpenedPage;
let page: Page;
let explorer: ExplorerPage;
beforeEach(async () => {
  opened = await openPage(browser, server.origin, { viewport: { width: 1360, height: 800 } });
  ({ page } = opened);
  explorer = await ExplorerPage.open(page, `${server.origin}/docs`);
});
afterEach(async () => {
  const problems = await opened.problems();
  await opened.close();
  expectNone(problems);
});

function expectNone(problems: readonly string[]): void {
  expect(problems).toEqual([]);
}

/** Counts the calls that the page sends from now on. */
function countCalls(): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') count += 1;
  });
  return () => count;
}

describe('the sidebar', () => {
  test('finds a method by the keyboard', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('area');
    await expect.poll(() => explorer.methodNames()).toEqual(['shapes/area']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await explorer.heading.getByText('shapes/area').waitFor();
    expect(await page.title()).toBe('shapes/area · Bank 1.2.3');
    await page.getByRole('searchbox').press('Escape');
    await expect.poll(async () => (await explorer.methodNames()).length).toBe(11);
  });

  test('says if no method matches the filter', async () => {
    await page.getByRole('searchbox').fill('nothing like it');
    const note = page.getByText('No method matches “nothing like it”.');
    await expect.poll(() => note.isVisible()).toBe(true);
  });

  test('is opened and closed by a button on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const search = page.getByRole('searchbox');
    expect(await search.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Methods' }).click();
    await search.press('Escape');
    await expect.poll(() => search.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await search.fill('ping');
    await page.locator('[data-method="ping"]').click();
    await explorer.heading.getByText('ping').waitFor();
    await expect.poll(() => search.isVisible()).toBe(false);
  });
});

describe('a link to the explorer', () => {
  test.each(['withdraw', 'categories_add', 'shapes/area', 'žluť 100%?'])(
    'opens the method %s',
    async (name) => {
      await explorer.openMethod(name);
      const linked = await openPage(browser, server.origin);
      const other = await ExplorerPage.open(linked.page, page.url());
      await other.heading.getByText(name, { exact: true }).waitFor();
      await other.editor.waitFor();
      expect(await linked.problems()).toEqual([]);
      await linked.close();
    },
  );

  test('fills in a call, and does not send it', async () => {
    const calls = countCalls();
    const params = '{"amount": 7}';
    const query = `params=${encodeURIComponent(params)}&notification=`;
    await page.goto(`${server.origin}/docs#/methods/withdraw?${query}`);
    await explorer.editor.waitFor();
    expect(await explorer.editor.innerText()).toBe(params);
    expect(await explorer.form.getByRole('radio', { name: 'Notification' }).isChecked()).toBe(true);
    expect(calls()).toBe(0);
  });

  test('fills in a batch, and does not send it', async () => {
    const calls = countCalls();
    const items = JSON.stringify([
      ['ping', '{}'],
      ['withdraw', '{"amount": 7}'],
      ['removed', ''],
    ]);
    await page.goto(`${server.origin}/docs#/batch?calls=${encodeURIComponent(items)}`);
    await expect.poll(() => page.locator('.batch-item').count()).toBe(2);
    expect(calls()).toBe(0);
    await page.getByRole('button', { name: 'Send 2 calls' }).waitFor();
    const { message } = await explorer.sendBatch();
    expect(message).toMatchObject([{ method: 'ping' }, { params: { amount: 7 } }]);
  });

  test('leads to the overview if its method does not exist', async () => {
    await page.goto(`${server.origin}/docs#/methods/removed`);
    const note = page.getByText('This API has no method removed.');
    await expect.poll(() => note.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'All methods' }).click();
    await explorer.heading.getByText('Bank').waitFor();
  });
});

describe('the editor', () => {
  test('completes names and values by the schema', async () => {
    await explorer.openMethod('shapes/area');
    await explorer.editor.fill('');
    await explorer.editor.pressSequentially('{"shape": {"ki');
    const option = page.getByRole('option', { name: /^kind/ });
    // For a moment the editor ignores the Enter key, which may belong to what is being typed.
    await option.click();
    await expect.poll(() => explorer.editor.innerText()).toContain('"kind": "circle"');
  });

  test('shows where params do not match their schema', async () => {
    await explorer.openMethod('withdraw');
    await explorer.fillParams({ amount: 0 });
    const problems = page.locator('.problems');
    await expect.poll(() => problems.innerText(), { timeout: 20_000 }).toContain('/amount');
    await explorer.fillParams({ amount: 1 });
    await expect.poll(() => problems.innerText(), { timeout: 20_000 }).toBe('');
  });

  test('underlines values with problems, also those that the server reports', async () => {
    const underlined = page.locator('.editor .cm-lintRange-error');
    await explorer.openMethod('withdraw');
    await explorer.fillParams({ amount: 0 });
    await expect.poll(() => underlined.allInnerTexts(), { timeout: 20_000 }).toEqual(['0']);
    await explorer.fillParams({ amount: 1 });
    await expect.poll(() => underlined.count(), { timeout: 20_000 }).toBe(0);

    await page.route('**/api/v1/jsonrpc', (route) => {
      const errors = [{ loc: ['amount'], msg: 'Reserved', type: 'reserved' }];
      const error = { code: -32602, message: 'Invalid params', data: { errors } };
      return route.fulfill({ json: { jsonrpc: '2.0', id: 1, error } });
    });
    await explorer.send();
    await expect.poll(() => underlined.allInnerTexts()).toEqual(['1']);
    await explorer.editor.press('F8');
    await page.locator('.cm-tooltip').getByText('Reserved').waitFor();
    await explorer.fillParams({ amount: 2 });
    await expect.poll(() => underlined.count()).toBe(0);
  });

  test('keeps the explanation of a problem open when the params have been checked', async () => {
    await page.route('**/api/v1/jsonrpc', (route) => {
      const errors = [{ loc: ['amount'], msg: 'Reserved', type: 'reserved' }];
      const error = { code: -32602, message: 'Invalid params', data: { errors } };
      return route.fulfill({ json: { jsonrpc: '2.0', id: 1, error } });
    });
    let failCheck!: () => void;
    const failed = new Promise<void>((resolve) => {
      failCheck = resolve;
    });
    await page.route('**/check-value*', async (route) => {
      await failed;
      await route.fulfill({ contentType: 'text/javascript', body: 'throw new Error()' });
    });
    await explorer.openMethod('withdraw');
    await explorer.fillParams({ amount: 1 });
    await explorer.send();
    await explorer.editor.press('F8');
    const explanation = page.locator('.cm-tooltip').getByText('Reserved');
    await explanation.waitFor();
    failCheck();
    await page.getByText('The validator failed.').waitFor();
    expect(await explanation.isVisible()).toBe(true);
  });

  test('sends a call with Ctrl+Enter, but not if its params are no JSON', async () => {
    await explorer.openMethod('ping');
    await explorer.fillParamsText('{"a":');
    const send = explorer.form.getByRole('button', { name: 'Send', exact: true });
    await expect.poll(() => send.isDisabled()).toBe(true);
    await explorer.fillParamsText('{}');
    const responded = page.waitForResponse((one) => one.request().method() === 'POST');
    await explorer.editor.press('Control+Enter');
    expect(await (await responded).json()).toMatchObject({ result: 'pong' });
    await explorer.response.getByRole('region', { name: 'Result' }).waitFor();
  });
});

describe('credentials', () => {
  test('are entered once, kept after a reload, and left out of history and links', async () => {
    await page.getByPlaceholder('user', { exact: true }).fill('alice');
    await page.getByPlaceholder('password').fill('open sesame');
    await page.reload();
    await explorer.openMethod('secret');
    const { response } = await explorer.send();
    expect(response).toMatchObject({ result: { username: 'alice', password: 'open sesame' } });
    const history = await page.evaluate(() =>
      Object.entries(sessionStorage)
        .filter(([key]) => key.includes('history'))
        .join(),
    );
    expect(history).toContain('secret');
    expect(history).not.toContain('sesame');
    expect(page.url()).not.toContain('sesame');
    expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
  });

  test('are sent only to the server that they were entered for', async () => {
    const servers = ['http://127.0.0.1:1/bank', 'http://127.0.0.1:2/other'];
    const headers = [{ name: 'token', in: 'header', schema: { type: 'string' } }];
    const methods = servers.map((url, index) => ({
      name: `method${index}`,
      params: [],
      servers: [{ url }],
      'x-http': { headers },
    }));
    const source = readSource(JSON.stringify({ info: { title: 'Two' }, methods }), 'two');
    const site = await listen(createServer(explorerListener(source)));
    const context = await browser.newContext();
    const sent: unknown[] = [];
    await context.route(/^http:\/\/127\.0\.0\.1:[12]\//, async (route) => {
      const { token } = await route.request().allHeaders();
      if (route.request().method() === 'POST') sent.push([route.request().url(), token]);
      const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      await route.fulfill({ headers: allowed, json: { jsonrpc: '2.0', id: 1, result: null } });
    });
    const two = await ExplorerPage.open(await context.newPage(), site.origin);
    await two.openMethod('method0');
    await two.page.getByLabel('token').fill('secret');
    await two.send();
    await two.openMethod('method1');
    expect(await two.page.getByLabel('token').inputValue()).toBe('');
    await two.send();
    // The server of a call may also be another one than its document says.
    await two.openMethod('method0');
    expect(await two.page.getByLabel('token').inputValue()).toBe('secret');
    await two.form.getByRole('button', { name: 'Change server' }).click();
    await two.page.getByLabel('Server').fill('http://127.0.0.1:1/elsewhere');
    expect(await two.page.getByLabel('token').inputValue()).toBe('');
    await two.send();
    expect(sent).toEqual([
      ['http://127.0.0.1:1/bank', 'secret'],
      ['http://127.0.0.1:2/other', undefined],
      ['http://127.0.0.1:1/elsewhere', undefined],
    ]);
    await context.close();
    await site.close();
  });

  test('are not sent by another tab', async () => {
    await page.getByPlaceholder('user', { exact: true }).fill('alice');
    const tab = await page.context().newPage();
    const other = await ExplorerPage.open(tab, `${server.origin}/docs`);
    await other.openMethod('secret');
    expect(await tab.getByPlaceholder('user', { exact: true }).inputValue()).toBe('');
  });
});

test('the button "Try it" on a phone moves the focus to the form', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.origin}/docs#/methods/withdraw`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.keyboard.press('Tab');
  expect(await explorer.form.locator(':focus').count()).toBe(1);
});

test('the history repeats an earlier call', async () => {
  await explorer.openMethod('withdraw');
  await page.getByLabel('user-auth-token').fill('alice-token');
  await explorer.fillParams({ amount: 500 });
  await explorer.send();
  await page.getByRole('link', { name: 'History' }).click();
  const entry = page.locator('.history a');
  expect(await entry.innerText()).toMatch(/withdraw[^]*NotEnoughMoney \(6001\)/);
  await entry.click();
  await explorer.editor.waitFor();
  expect(JSON.parse(await explorer.editor.innerText())).toEqual({ amount: 500 });
});

test('shows the call as code to copy', async () => {
  await explorer.openMethod('withdraw');
  await page.getByLabel('user-auth-token').fill('alice-token');
  const code = (name: string): Promise<string> =>
    page.getByRole('region', { name, exact: true }).innerText();
  expect(await code('curl command')).toContain("-H 'user-auth-token: ***'");
  await page.getByLabel('With credentials').check();
  expect(await code('curl command')).toContain("-H 'user-auth-token: alice-token'");
  await page.getByRole('radio', { name: 'fetch' }).check();
  expect(await code('fetch call')).toContain("method: 'POST'");
  await page.getByRole('radio', { name: 'Python' }).check();
  expect(await code('Python call')).toContain('"user-auth-token": "alice-token"');
  await page.getByRole('radio', { name: 'Client' }).check();
  expect(await code('typed client call')).toContain('client.withdraw({');
  // No method is a tool.
  expect(await page.getByRole('radio', { name: 'MCP' }).count()).toBe(0);
});

test('shows the call of a tool by its name, and no typed client of another server', async () => {
  const methods = [
    { name: 'pay', params: [], 'x-mcp-tool': 'bank_pay' },
    { name: 'ping', params: [] },
  ];
  const document = { openrpc: '1.3.2', info: { title: 'Tools' }, methods };
  const servers = [{ name: 'own', url: `${server.origin}/rpc` }];
  const source = readSource(JSON.stringify({ ...document, servers }), 'tools');
  const running = await listen(createServer(explorerListener(source)));
  const other = await openPage(browser, running.origin, {
    viewport: { width: 1360, height: 800 },
  });
  const tools = await ExplorerPage.open(other.page, running.origin);
  await tools.openMethod('pay');
  await other.page.getByRole('radio', { name: 'MCP' }).check();
  const call = await other.page.getByRole('region', { name: 'MCP tool call' }).innerText();
  expect(JSON.parse(call)).toMatchObject({ params: { name: 'bank_pay', arguments: {} } });
  expect(await other.page.getByRole('radio', { name: 'Client' }).count()).toBe(0);
  await tools.openMethod('ping');
  await other.page.getByRole('radio', { name: 'curl' }).waitFor();
  expect(await other.page.getByRole('radio', { name: 'MCP' }).count()).toBe(0);
  await other.close();
  await running.close();
});

test('enters a token of a result as a credential with one click', async () => {
  await explorer.openMethod('withdraw');
  await page.getByLabel('user-auth-token').fill('alice-token');
  await explorer.send();
  await page.getByLabel('user-auth-token').fill('');
  await page.getByRole('button', { name: 'Use token as user-auth-token' }).click();
  expect(await page.getByLabel('user-auth-token').inputValue()).toBe('alice-token');
  await page.getByText('Entered as user-auth-token').waitFor();
});

test('fits the errors of a method into a window of 1280 pixels', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await explorer.openMethod('withdraw');
  const widths = await page
    .getByRole('region', { name: 'Errors' })
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(widths[0]).toBe(widths[1]);
});

test('the rate limit of a method is shown with its response', async () => {
  const limited = new Entrypoint('/limited', {
    rateLimit: rateLimit({ points: 10, duration: 60, key: () => 'all' }),
  });
  limited.method('ping', {}, () => 'pong');
  const api = new Api({ title: 'Limited' }).bindEntrypoint(limited);
  serveSchemas(api);
  const running = await hono.serve(api);
  const other = await openPage(browser, running.origin);
  const limitedPage = await ExplorerPage.open(other.page, `${running.origin}/docs`);
  await limitedPage.openMethod('ping');
  await limitedPage.send();
  expect(await other.page.getByLabel('Limits').innerText()).toMatch(/ratelimit[^]*r=9/i);
  expect(await other.problems()).toEqual([]);
  await other.close();
  await running.close();
});

describe('an idempotent method of a server on another origin', () => {
  test('is called with a key, which is new for other params', async () => {
    const document = {
      info: { title: 'Payments', version: '1' },
      // Documents of jsonrpc-kit have it; the typed client has types of their methods.
      'x-limits': { maxBatchSize: 100 },
      servers: [{ url: 'http://127.0.0.1:1/rpc' }],
      methods: [
        {
          name: 'pay',
          paramStructure: 'by-name',
          params: [{ name: 'amount', required: true, schema: { type: 'integer' } }],
          'x-idempotent': { member: 'idempotencyKey', required: true },
        },
      ],
    };
    const source = readSource(JSON.stringify(document), 'payments');
    const site = await listen(createServer(explorerListener(source)));
    const context = await browser.newContext();
    const sent: Record<string, unknown>[] = [];
    await context.route('http://127.0.0.1:1/rpc', async (route) => {
      const headers = { 'access-control-allow-origin': site.origin };
      const message = route.request().postDataJSON() as Record<string, unknown>;
      sent.push(message);
      await route.fulfill({ headers, json: { jsonrpc: '2.0', id: 1, result: 'paid' } });
    });
    const payments = await ExplorerPage.open(await context.newPage(), site.origin);
    await payments.openMethod('pay');
    await payments.page.getByText('Safe to retry.').waitFor();
    await payments.send();
    await payments.send();
    await payments.fillParams({ amount: 2 });
    await payments.send();
    const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);

    await payments.openCode();
    const key = JSON.stringify(keys[2]);
    const code = (name: string): Promise<string> =>
      payments.page.getByRole('region', { name, exact: true }).innerText();
    expect(await code('curl command')).toContain(`"idempotencyKey": ${key}`);
    await payments.page.getByRole('radio', { name: 'fetch' }).check();
    expect(await code('fetch call')).toContain(`idempotencyKey: ${key}`);
    await payments.page.getByRole('radio', { name: 'Client' }).check();
    expect(await code('typed client call')).toContain(`{ idempotencyKey: ${key} });`);
    await context.close();
    await site.close();
  });
});

test('a durable method is sent as a notification, and says that it was stored', async () => {
  const document = {
    info: { title: 'Letters', version: '1' },
    servers: [{ url: 'http://127.0.0.1:1/rpc' }],
    methods: [{ name: 'sendLetter', params: [], 'x-durable': true }],
  };
  const source = readSource(JSON.stringify(document), 'letters');
  const site = await listen(createServer(explorerListener(source)));
  const context = await browser.newContext();
  const statuses = [204, 503];
  await context.route('http://127.0.0.1:1/rpc', (route) =>
    route.fulfill({
      status: statuses.shift() ?? 500,
      headers: { 'access-control-allow-origin': site.origin },
    }),
  );
  const letters = await ExplorerPage.open(await context.newPage(), site.origin);
  await letters.openMethod('sendLetter');
  await letters.page.getByText('Durable notifications.').waitFor();
  expect(await letters.form.getByRole('radio', { name: 'Notification' }).isChecked()).toBe(true);
  const send = letters.form.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await letters.response.getByText('The server has stored the notification').first().waitFor();
  await send.click();
  await letters.response.getByText('could not store the notification').first().waitFor();
  await letters.page.goto(`${site.origin}/#/methods/sendLetter?notification=false`);
  await expect.poll(() => letters.form.getByRole('radio', { name: 'Call' }).isChecked()).toBe(true);
  await context.close();
  await site.close();
});

test('a method that rejects notifications is only called, even by a link to a notification', async () => {
  const document = {
    info: { title: 'Payments', version: '1' },
    servers: [{ url: 'http://127.0.0.1:1/rpc' }],
    methods: [{ name: 'pay', params: [], 'x-notifications': 'reject' }],
  };
  const source = readSource(JSON.stringify(document), 'payments');
  const site = await listen(createServer(explorerListener(source)));
  const context = await browser.newContext();
  const payments = await ExplorerPage.open(await context.newPage(), site.origin);
  await payments.page.goto(`${site.origin}/#/methods/pay?notification=`);
  await payments.form.getByRole('button', { name: 'Send', exact: true }).waitFor();
  expect(await payments.form.getByRole('radio', { name: 'Notification' }).count()).toBe(0);
  await payments.form.getByRole('button', { name: 'Add to batch' }).click();
  await payments.page.goto(`${site.origin}/#/batch`);
  await payments.page.getByRole('button', { name: 'pay', exact: true }).click();
  await payments.page.getByText('About pay').waitFor();
  expect(await payments.page.getByText('Send as a notification').count()).toBe(0);
  await context.close();
  await site.close();
});

test('a document that can’t be loaded is explained, and can be tried again', async () => {
  const other = await openPage(browser, server.origin);
  await other.page.route('**/openrpc.json', (route) => route.fulfill({ status: 200, body: '{}' }), {
    times: 1,
  });
  await other.page.goto(`${server.origin}/docs`);
  const reason = other.page.getByText('is not an OpenRPC document');
  await expect.poll(() => reason.isVisible()).toBe(true);
  await other.page.getByRole('button', { name: 'Try again' }).click();
  await other.page.getByRole('heading', { name: 'Bank' }).waitFor();
  await other.close();
});

test('a header that HTTP doesn’t allow is explained', async () => {
  await explorer.openMethod('withdraw');
  await page.getByLabel('user-auth-token').fill('žeton');
  await explorer.form.getByRole('button', { name: 'Send', exact: true }).click();
  const reason = page.getByText('The header user-auth-token has a name or a value');
  await expect.poll(() => reason.isVisible()).toBe(true);
});

test('a batch without a response is explained, and is in the history', async () => {
  const gone = await hono.serve(docsApi());
  const context = await browser.newContext();
  const offline = await ExplorerPage.open(await context.newPage(), `${gone.origin}/docs`);
  await offline.openMethod('ping');
  await offline.page.getByRole('button', { name: 'Add to batch' }).click();
  await offline.page.getByRole('link', { name: '1 call in the batch' }).click();
  await gone.close();
  await offline.page.getByRole('button', { name: 'Send 1 call' }).click();
  const reason = offline.page.getByText('can’t be reached. Is the server running?');
  await expect.poll(() => reason.isVisible()).toBe(true);
  await offline.page.getByRole('link', { name: 'History' }).click();
  const entry = offline.page.locator('.history a');
  expect(await entry.innerText()).toMatch(/ping[^]*batch[^]*No response/);
  await entry.click();
  await expect.poll(() => offline.page.locator('.batch-item').count()).toBe(1);
  await context.close();
});

test('a server that can’t be reached is explained', async () => {
  const gone = await hono.serve(docsApi());
  const context = await browser.newContext();
  const offline = await ExplorerPage.open(await context.newPage(), `${gone.origin}/docs`);
  await offline.openMethod('ping');
  await gone.close();
  await offline.form.getByRole('button', { name: 'Send', exact: true }).click();
  const reason = offline.page.getByText('can’t be reached. Is the server running?');
  await expect.poll(() => reason.isVisible()).toBe(true);
  await context.close();
});
