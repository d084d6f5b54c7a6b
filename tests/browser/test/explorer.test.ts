import { createBank } from '@jsonrpc-kit/example-bank';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { ExplorerPage } from '../src/explorer-page/explorer-page.js';
import { frameworks, hono, type RunningServer } from '../src/servers.js';
import { docsApi } from './docs-api.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError. */
const rejections = [-32700, -32600, -32601, -32602, -32603];

describe.each(frameworks)('the docs page served by $name', ({ serve }) => {
  let server: RunningServer;
  let opened: OpenedPage;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    server = await serve(docsApi(), '/some/prefix');
    opened = await openPage(browser, server.origin);
    explorer = await ExplorerPage.open(opened.page, `${server.origin}/some/prefix/docs`);
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  test('calls a method with a header, and shows its result', async () => {
    await explorer.openMethod('withdraw');
    await explorer.page.getByLabel('user-auth-token').fill('alice-token');
    const example = explorer.response.getByRole('region', { name: 'Example', exact: true });
    expect(JSON.parse(await example.innerText())).toEqual({ balance: 1, token: 'string' });
    const { url, headers, message, status } = await explorer.send();
    expect(url).toBe(`${server.origin}/some/prefix/api/v1/jsonrpc`);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-auth-token': 'alice-token',
    });
    expect(message).toEqual({ jsonrpc: '2.0', id: 1, method: 'withdraw', params: { amount: 5 } });
    expect(status).toBe(200);
    const displayed = await explorer.response.getByRole('region', { name: 'Result' }).innerText();
    expect(JSON.parse(displayed)).toEqual({ balance: 95, token: 'alice-token' });
    expect(await explorer.response.innerText()).toMatch(/200 OK\s+[\d.]+ m?s\s+\d+ bytes/);
  });

  test('shows a typed error by its name', async () => {
    await explorer.openMethod('withdraw');
    await explorer.fillParams({ amount: 500 });
    await explorer.send();
    const { response } = explorer;
    expect(await response.getByRole('heading').innerText()).toBe('NotEnoughMoney (6001)');
    const data = await response.getByRole('region', { name: 'Error data' }).innerText();
    expect(JSON.parse(data)).toEqual({ balance: 100 });
  });

  test('sends a notification', async () => {
    await explorer.openMethod('ping');
    await explorer.form.getByRole('radio', { name: 'Notification' }).check();
    const { message, status } = await explorer.send();
    expect(message).toEqual({ jsonrpc: '2.0', method: 'ping', params: {} });
    expect(status).toBe(204);
    expect(await explorer.response.innerText()).toContain('The server has accepted the message.');
  });

  test('sends calls of several methods as a batch', async () => {
    await explorer.openMethod('withdraw');
    await explorer.page.getByRole('button', { name: 'Add to batch' }).click();
    await explorer.openMethod('positions');
    await explorer.page.getByRole('button', { name: 'Add to batch' }).click();
    await explorer.page.getByRole('link', { name: '2 calls in the batch' }).click();
    const { message, headers, response } = await explorer.sendBatch();
    expect(message).toMatchObject([
      { id: 1, method: 'withdraw', params: { amount: 5 } },
      { id: 2, method: 'positions', params: ['string', 1] },
    ]);
    expect(headers).toMatchObject({ 'user-auth-token': 'alice-token' });
    expect(response).toMatchObject([{ id: 1 }, { id: 2, result: 'string1' }]);
    expect(await explorer.page.locator('.batch-item').nth(1).innerText()).toContain('"string1"');
    // No violation of the strict policy, no request to another origin, and nothing on the console.
    expect(await opened.problems()).toEqual([]);
  });
});

test('the docs page fills in a valid call of each method', { timeout: 180_000 }, async () => {
  const responses = await callAll(await hono.serve(docsApi()), 'alice');
  expect(Object.keys(responses).length).toBe(11);
  for (const response of Object.values(responses)) expect(response).toHaveProperty('result');
});

test('the prefilled call of every method of the bank succeeds', { timeout: 180_000 }, async () => {
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger, jobs: true });
  const responses = await callAll(await hono.serve(bank.api));
  expect(Object.keys(responses).length).toBe(9);
  // The page sends it as a notification, which has no response.
  const { sendStatement, ...others } = responses;
  expect(sendStatement).toBeUndefined();
  for (const response of Object.values(others)) expect(response).toHaveProperty('result');
  await bank.close();
});

/** Calls all methods with the params that the page has filled in. */
async function callAll(
  { origin, close }: RunningServer,
  user?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const opened = await openPage(browser, origin);
  const explorer = await ExplorerPage.open(opened.page, `${origin}/docs`);
  if (user !== undefined) {
    await opened.page.getByPlaceholder('user', { exact: true }).fill(user);
    await opened.page.getByPlaceholder('password').fill('open sesame');
  }
  const responses: Record<string, unknown> = {};
  // `explorer-subscriptions.test.ts` subscribes.
  const isMethod = (name: string): boolean => !/\.(?:un)?subscribe$/.test(name);
  for (const name of (await explorer.methodNames()).filter(isMethod)) {
    await explorer.openMethod(name);
    const token = opened.page.getByLabel('user-auth-token');
    if ((await token.count()) > 0 && (await token.inputValue()) === '') await token.fill('a');
    const { response } = await explorer.send();
    responses[name] = response;
    const { error } = (response ?? {}) as { readonly error?: { readonly code: number } };
    const rejection = error !== undefined && rejections.includes(error.code) ? error : undefined;
    expect({ name, rejection }).toEqual({ name, rejection: undefined });
  }
  expect(await opened.problems()).toEqual([]);
  await opened.close();
  await close();
  return responses;
}
