import type { Api } from '@jsonrpc-kit/core';
import { createBank } from '@jsonrpc-kit/example-bank';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/launch-chromium.js';
import { openPage } from '../src/chromium/open-page.js';
import { DocsPage } from '../src/docs-page/docs-page.js';
import { hono } from '../src/servers/hono.js';
import { docsApi } from './docs-api.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** They are many, one after another. */
const timeout = 180_000;

/** ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError. */
const refusals = [-32700, -32600, -32601, -32602, -32603];

test(
  'the message that the page fills in is a right one, for each kind of method',
  { timeout },
  async () => {
    const answers = await tryOutAll(docsApi());
    expect(Object.keys(answers).length).toBe(13);
    for (const answer of Object.values(answers)) expect(answer).toHaveProperty('result');
  },
);

test(
  'the message that the page fills in is a right one, for each method of the bank',
  { timeout },
  async () => {
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const bank = await createBank({ logger });
    const answers = await tryOutAll(bank.api);
    expect(Object.keys(answers).length).toBe(10);
    for (const answer of Object.values(answers)) expect(answer).toHaveProperty('result');
    await bank.close();
  },
);

type Answers = Readonly<Record<string, unknown>>;

/**
 * Tries out all operations as they stand, and expects of each a right message and an answer that
 * does not refuse it.
 */
async function tryOutAll(api: Api): Promise<Answers> {
  const { origin, close } = await hono.serve(api);
  const watched = await openPage(browser, origin);
  const docs = await DocsPage.open(watched.page, `${origin}/docs`);
  if (await docs.asksForCredentials()) await docs.authorize('alice', 'open sesame');
  const answers: Record<string, unknown> = {};
  for (const path of await docs.paths()) {
    const operation = await docs.operation(path).open();
    // Who calls, no document knows.
    if (await operation.hasHeader('user-auth-token')) {
      await operation.fillHeader('user-auth-token', 'alice-token');
    }
    const { request, ...seen } = await operation.tryOut();
    const { answer } = seen;
    expect({ url: request.url, message: request.message, ...seen }).toMatchObject({
      url: origin + path,
      message: { jsonrpc: '2.0', id: 1, method: expect.any(String) },
      status: 200,
      answer: { jsonrpc: '2.0', id: 1 },
      shown: answer,
    });
    expect({ path, refusal: refusalOf(answer) }).toEqual({ path, refusal: undefined });
    await operation.close();
    answers[path] = answer;
  }
  expect(await watched.complaints()).toEqual([]);
  await watched.close();
  await close();
  return answers;
}

/** The error that refuses the message; a method's own errors are real answers. */
function refusalOf(answer: unknown): unknown {
  const { error } = answer as { readonly error?: { readonly code: number } };
  return error !== undefined && refusals.includes(error.code) ? error : undefined;
}
