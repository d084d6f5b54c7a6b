import type { Api } from '@jsonrpc-kit/core';
import { swaggerUi } from '@jsonrpc-kit/schema/swagger-ui';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../src/chromium/chromium.js';
import { openPage } from '../src/chromium/open-page.js';
import { SwaggerUiPage } from '../src/swagger-ui-page/swagger-ui-page.js';
import { hono } from '../src/servers.js';
import { docsApi } from './docs-api.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Long enough for many operations, one after another. */
const timeout = 180_000;

/** ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError. */
const rejections = [-32700, -32600, -32601, -32602, -32603];

test('Swagger UI prefills a valid message for each kind of method', { timeout }, async () => {
  const responses = await tryOutAll(docsApi({ referencePage: swaggerUi }));
  expect(Object.keys(responses).length).toBe(13);
  for (const response of Object.values(responses)) expect(response).toHaveProperty('result');
});

type Responses = Readonly<Record<string, unknown>>;

/** Tries out all operations with their prefilled messages; none may be rejected. */
async function tryOutAll(api: Api): Promise<Responses> {
  const { origin, close } = await hono.serve(api);
  const opened = await openPage(browser, origin);
  const docs = await SwaggerUiPage.open(opened.page, `${origin}/docs`);
  if (await docs.requiresCredentials()) await docs.authorize('alice', 'open sesame');
  const responses: Record<string, unknown> = {};
  for (const path of await docs.paths()) {
    const operation = await docs.operation(path).open();
    // The document has no token to prefill.
    if (await operation.hasHeader('user-auth-token')) {
      await operation.fillHeader('user-auth-token', 'alice-token');
    }
    const { request, ...seen } = await operation.tryOut();
    const { response } = seen;
    expect({ url: request.url, message: request.message, ...seen }).toMatchObject({
      url: origin + path,
      message: { jsonrpc: '2.0', id: 1, method: expect.any(String) },
      status: 200,
      response: { jsonrpc: '2.0', id: 1 },
      displayed: response,
    });
    expect({ path, rejection: rejectionOf(response) }).toEqual({ path, rejection: undefined });
    await operation.close();
    responses[path] = response;
  }
  expect(await opened.problems()).toEqual([]);
  await opened.close();
  await close();
  return responses;
}

/** The error of an invalid message; the errors of methods are no rejections. */
function rejectionOf(response: unknown): unknown {
  const { error } = response as { readonly error?: { readonly code: number } };
  return error !== undefined && rejections.includes(error.code) ? error : undefined;
}
