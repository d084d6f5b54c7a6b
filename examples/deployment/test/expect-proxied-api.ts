import { expect } from 'vitest';

/** Expects that a proxy removes its prefix, and that the api rejects bodies over its own limit. */
export async function expectProxiedApi(prefix: string): Promise<void> {
  const page = await fetch(`${prefix}/docs`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Bank 1.0.0')]);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ padding: 'x'.repeat(1_100_000) });
  const large = await fetch(`${prefix}/api`, { method: 'POST', headers, body });
  expect([large.status, await large.json()]).toMatchObject([413, { error: { code: -32600 } }]);
}

/**
 * Expects that a proxy forwards an event at once: no other follows, and the stream stays open, so a buffer
 * would keep it.
 */
export async function expectEventsAtOnce(prefix: string, ids: readonly number[]): Promise<void> {
  const response = await fetch(`${prefix}/api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server.subscribe' }),
  });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  let received = '';
  const stream = response.body?.pipeThrough(new TextDecoderStream());
  for await (const text of stream ?? []) {
    received += text;
    const [, event] = /"result":(\d+)\}/.exec(received) ?? [];
    if (event === undefined) continue;
    expect(ids).toContain(Number(event));
    return;
  }
  expect.fail(`The stream ended: ${received}`);
}
