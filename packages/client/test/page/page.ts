import { createClient, safe } from '@jsonrpc-kit/client';
import type * as methods from '../server/methods.js';

const bank = createClient<typeof methods>({ url: '/rpc', batch: true, timeout: 5_000 });

/** Calls methods as a page would, and returns the results as one line. */
export async function visit(): Promise<string> {
  const { balance } = await bank.withdraw({ accountId: '1.1', amount: 30 });
  const [large, ping] = await Promise.all([
    safe(bank.withdraw({ accountId: '1.1', amount: 130 })),
    bank.ping(),
  ]);
  const missing = !large.ok && large.error.code === 6001 ? 130 - large.error.data.balance : 0;
  const [again] = await bank.$batch((b) => [b.ping(), b.$notify.log({ line: 'visited' })]);
  return `${balance} ${missing} left ${ping} ${again}`;
}
