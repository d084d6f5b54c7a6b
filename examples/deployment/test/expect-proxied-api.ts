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
