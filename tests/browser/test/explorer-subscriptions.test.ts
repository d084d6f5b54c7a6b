import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Api, defineError, Entrypoint, header, signal } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { Hono } from 'hono';
import type { Browser, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage, type OpenedPage } from '../src/chromium/open-page.js';
import { ExplorerPage } from '../src/explorer-page/explorer-page.js';
import { honoServer } from '../src/servers.js';

class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}

/** A server with the subscription `prices`, whose events the test publishes. */
interface PriceServer {
  readonly port: number;
  readonly publish: (price: number) => void;
  /** The symbols of the open subscriptions. */
  readonly open: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

async function servePrices(port = 0): Promise<PriceServer> {
  const open = new Set<string>();
  const listeners = new Set<(price: number) => void>();
  const rpc = new Entrypoint('/rpc');
  rpc.subscription(
    'prices',
    {
      args: { symbol: v.string(), token: header(v.optional(v.string())), signal },
      event: v.object({ price: v.number() }),
      errors: [AuthError],
    },
    ({ symbol, token, signal: ended }) => {
      if (token !== 'secret') throw new AuthError();
      const unread: number[] = [];
      let wake = (): void => undefined;
      const receive = (price: number): void => {
        unread.push(price);
        wake();
      };
      listeners.add(receive);
      open.add(symbol);
      ended.addEventListener('abort', () => {
        listeners.delete(receive);
        open.delete(symbol);
        wake();
      });
      return (async function* () {
        while (!ended.aborted) {
          const price = unread.shift();
          if (price === -1) return;
          if (price !== undefined) yield { price };
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      })();
    },
  );
  const api = new Api({ logger: { warn: () => undefined, error: () => undefined } });
  serveSchemas(api.bindEntrypoint(rpc));
  const server = honoServer(new Hono().route('/', jsonRpc(api))).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    publish: (price) => {
      for (const receive of listeners) receive(price);
    },
    open,
    close: async () => {
      await api.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let server: PriceServer;
let opened: OpenedPage;
let page: Page;
let explorer: ExplorerPage;
beforeEach(async () => {
  server = await servePrices();
  const origin = `http://127.0.0.1:${server.port}`;
  opened = await openPage(browser, origin, { viewport: { width: 1360, height: 900 } });
  ({ page } = opened);
  explorer = await ExplorerPage.open(page, `${origin}/docs`);
  await explorer.openMethod('prices.subscribe');
  await explorer.fillParams({ symbol: 'ACME' });
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const region = (): Locator => page.getByRole('region', { name: 'Events', exact: true });
const status = (): Locator => region().locator('.events-status');
const button = (name: string | RegExp): Locator => explorer.form.getByRole('button', { name });
const events = async (): Promise<readonly string[]> => {
  const texts = await region().locator('li pre').allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s/g, ''));
};

function expectStatus(text: string): Promise<void> {
  return expect.poll(() => status().innerText(), { timeout: 20_000 }).toBe(text);
}

/** The page aborts the request of a stream that it doesn't need any more. */
async function expectNoProblems(): Promise<void> {
  const aborted = `failed: http://127.0.0.1:${server.port}/rpc net::ERR_ABORTED`;
  expect((await opened.problems()).filter((problem) => problem !== aborted)).toEqual([]);
}

async function subscribe(token: string): Promise<void> {
  await page.getByLabel('token').fill(token);
  await button('Subscribe').click();
}

test('the explorer shows the events of a subscription, pauses, and unsubscribes', async () => {
  await subscribe('secret');
  await expectStatus('Subscribed');
  expect([...server.open]).toEqual(['ACME']);
  server.publish(10);
  await expect.poll(events).toEqual(['{"price":10}']);

  await button('Pause').click();
  await expectStatus('Paused');
  server.publish(11);
  server.publish(12);
  await button('Continue (2 new)').click();
  await expect.poll(events).toEqual(['{"price":12}', '{"price":11}', '{"price":10}']);

  await button('Unsubscribe').click();
  await expectStatus('Not subscribed');
  await expect.poll(() => server.open.size).toBe(0);
  await expectNoProblems();
});

test('the explorer subscribes again when the server has been restarted', async () => {
  await subscribe('secret');
  await expectStatus('Subscribed');
  server.publish(10);
  await expect.poll(events).toEqual(['{"price":10}']);
  const { port } = server;
  await server.close();
  await expectStatus('Reconnecting…');

  server = await servePrices(port);
  await expectStatus('Subscribed');
  server.publish(20);
  await expect.poll(events).toEqual(['{"price":20}', '{"price":10}']);
});

test('the explorer shows the end of a subscription, and the error of a rejected one', async () => {
  await subscribe('wrong');
  await explorer.response.getByText('Auth error').first().waitFor();
  expect(await button('Subscribe').isEnabled()).toBe(true);

  await subscribe('secret');
  await expectStatus('Subscribed');
  server.publish(-1);
  await expectStatus('Not subscribed');
  expect(await region().innerText()).toContain('The subscription has ended.');
  await expectNoProblems();
});

test('the explorer describes the events, and writes the code of a call that subscribes', async () => {
  const event = page.locator('.method-section', { hasText: 'Event' });
  expect(await event.first().innerText()).toContain('price');
  await explorer.openCode();
  const code = page.locator('.call-code');
  expect(await code.innerText()).toContain('text/event-stream');
  await page.getByRole('radio', { name: 'Client' }).check();
  expect(await code.innerText()).toContain('for await (const event of client.prices({');
  expect(await explorer.methodNames()).toEqual(['prices.subscribe', 'prices.unsubscribe']);
  await explorer.openMethod('prices.unsubscribe');
  await explorer.openCode();
  await page.getByRole('radio', { name: 'curl' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Client' }).count()).toBe(0);
});
