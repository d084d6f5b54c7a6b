import { createClient, JsonRpcError, safe } from '@jsonrpc-kit/client';
import { runAudit } from '@jsonrpc-kit/conformance';
import type * as methods from './bank.js';

/** What a visitor of the bank sees, by the client, by hand and by the audit. */
export async function visit(address: string): Promise<readonly unknown[]> {
  const url = `${address}/bank`;
  const bank = createClient<typeof methods>({ url, headers: { user: 'ann' } });
  const refused = await safe(bank.withdraw({ amount: 500 }));
  const audit = await runAudit(url, { only: ['batch', 'notification.unknown-method'] });
  return [
    await bank.withdraw({ amount: 30 }),
    refused.ok ? 'nobody refused' : [refused.error instanceof JsonRpcError, refused.error.code],
    await bank.$batch((b) => [b.current(), b.$notify.current(), b.fibonacci({ n: 10 })]),
    await bank.$notify.withdraw({ amount: 1 }).then(() => 'taken'),
    await documentOf(`${address}/openapi.json`, 'openapi'),
    await documentOf(`${address}/bank/openrpc.json`, 'openrpc'),
    (await fetch(`${address}/docs`)).status,
    audit.passed,
  ];
}

async function documentOf(url: string, member: string): Promise<unknown> {
  const document = (await (await fetch(url)).json()) as Record<string, unknown>;
  return document[member];
}
