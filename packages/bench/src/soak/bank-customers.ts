import type { Client } from './client.js';

const BANK = '/api/v1/jsonrpc';

/** The demo customers of the bank, between whose accounts money is moved. */
const tokens = ['alice-token', 'bob-token'] as const;

export interface AccountOf {
  readonly accountId: string;
  readonly balance: number;
  readonly token: string;
}

/** A transfer that the server has acknowledged. */
export interface Acknowledged {
  readonly movementId: number;
}

export async function listAccounts(client: Client): Promise<AccountOf[]> {
  const lists = await Promise.all(
    tokens.map(async (token) => {
      const answer = await client.post(BANK, call('listAccounts', {}, 1), token);
      if (answer === undefined) throw new Error('The bank did not answer before the load');
      const { result } = answer.json as { result: Omit<AccountOf, 'token'>[] };
      return result.map((account) => ({ ...account, token }));
    }),
  );
  return lists.flat();
}

/** A batch of transfers by one customer, some of which must fail; gives those acknowledged. */
export async function transferBatch(
  client: Client,
  accounts: readonly AccountOf[],
  random: () => number,
  size: number,
): Promise<Acknowledged[]> {
  const token = tokens[Math.floor(random() * tokens.length)] ?? tokens[0];
  const own = accounts.filter((account) => account.token === token);
  const pick = (list: readonly AccountOf[]): string =>
    list[Math.floor(random() * list.length)]?.accountId ?? 'nobody';
  const batch = Array.from({ length: size }, (_, id) =>
    call(
      'transfer',
      {
        from: pick(own),
        to: random() < 0.1 ? 'nobody' : pick(accounts),
        amount: random() < 0.1 ? 10_000_000_00 : Math.ceil(random() * 50),
      },
      // One of ten is a notification: it moves money too, and nobody is told.
      random() < 0.1 ? undefined : id,
    ),
  );
  const answer = await client.post(BANK, size === 1 ? batch[0] : batch, token);
  if (answer === undefined || answer.status !== 200) return [];
  return [answer.json].flat().flatMap((response) => {
    const { result } = response as { result?: Acknowledged };
    return result === undefined ? [] : [result];
  });
}

/** A request object; without an id it is a notification. */
export function call(method: string, params: object, id?: number): object {
  return { jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) };
}
