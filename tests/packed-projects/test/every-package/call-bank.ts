import { createClient, JsonRpcError, safe } from '@jsonrpc-kit/client';
import { runAudit } from '@jsonrpc-kit/conformance';
import type * as methods from './bank.js';

/** Calls the bank with the client, with `fetch` and with the audit. Returns the results. */
export async function callBank(address: string): Promise<readonly unknown[]> {
  const url = `${address}/bank`;
  const bank = createClient<typeof methods>({ url, headers: { user: 'ann' } });
  const rejected = await safe(bank.withdraw({ amount: 500 }));
  const audit = await runAudit(url, { only: ['batch', 'notification.unknown-method'] });
  return [
    await bank.withdraw({ amount: 30 }),
    rejected.ok ? 'not rejected' : [rejected.error instanceof JsonRpcError, rejected.error.code],
    await bank.$batch((b) => [b.current(), b.$notify.current(), b.fibonacci({ n: 10 })]),
    await bank.$notify.withdraw({ amount: 1 }).then(() => 'notified'),
    await schemaVersionOf(`${address}/openapi.json`, 'openapi'),
    await schemaVersionOf(`${address}/bank/openrpc.json`, 'openrpc'),
    (await fetch(`${address}/docs`)).status,
    audit.passed,
  ];
}

async function schemaVersionOf(url: string, member: string): Promise<unknown> {
  const schema = (await (await fetch(url)).json()) as Record<string, unknown>;
  return schema[member];
}
