import { randomInt, randomUUID } from 'node:crypto';
import { type Client, createClient, safe } from '@jsonrpc-kit/client';
import type { BankError, methods } from '@jsonrpc-kit/example-bank';

/** A movement that a client has requested. */
export interface Movement {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: number;
}

/** The calls and notifications of all clients, with their outcomes. */
export class Observations {
  /** The movements of successful calls, by the ids in their results. */
  readonly acknowledged = new Map<number, Movement>();
  /** Two calls whose results have the same id. */
  readonly duplicates: number[] = [];
  /** The references of statements whose notification got 204. */
  readonly accepted = new Set<string>();
  /** Calls and notifications without a response after all attempts. */
  readonly unanswered: string[] = [];
  /** Errors that a call of the bank should not have. */
  readonly unexpected: string[] = [];
  /** HTTP requests, all attempts included. */
  requests = 0;
  /** HTTP requests that failed. */
  broken = 0;

  /** Calls and notifications that have succeeded. */
  get successes(): number {
    return this.acknowledged.size + this.accepted.size;
  }

  addMovement(id: number, movement: Movement): void {
    if (this.acknowledged.has(id)) this.duplicates.push(id);
    this.acknowledged.set(id, movement);
  }
}

const NOT_ENOUGH_MONEY = 6001;
const ACCOUNTS = ['1.1', '1.2'] as const;
const random = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[randomInt(items.length)] ?? items[0];

type Bank = Client<typeof methods, BankError>;

/** Calls the bank until the signal is aborted: single calls, batches and durable notifications. */
export async function callBank(
  urls: readonly [string, ...string[]],
  seen: Observations,
  signal: AbortSignal,
): Promise<void> {
  const bank = createClient<typeof methods, BankError>({
    url: urls[0],
    idempotent: { deposit: true, sendStatement: true, transfer: true, withdraw: true },
    headers: { 'user-auth-token': 'alice-token' },
    retry: { attempts: 1_000, maxTime: 180_000, attemptTimeout: 5_000, delay: 20, maxDelay: 500 },
    // Each attempt reaches another process.
    fetch: async (_url, init) => {
      seen.requests += 1;
      try {
        return await fetch(random(urls), init);
      } catch (error) {
        seen.broken += 1;
        throw error;
      }
    },
  });
  const actions = [move, move, sendStatement, sendBatch] as const;
  while (!signal.aborted) await random(actions)(bank, seen);
}

async function move(bank: Bank, seen: Observations): Promise<void> {
  const amount = randomInt(1, 500);
  const accountId = random(ACCOUNTS);
  switch (randomInt(3)) {
    case 0:
      record(
        seen,
        { from: null, to: accountId, amount },
        await safe(bank.deposit({ accountId, amount })),
      );
      break;
    case 1:
      record(
        seen,
        { from: accountId, to: null, amount },
        await safe(bank.withdraw({ accountId, amount })),
      );
      break;
    default: {
      const params = transferParams(amount);
      record(seen, params, await safe(bank.transfer(params)));
    }
  }
}

function transferParams(amount: number): { from: string; to: string; amount: number } {
  const from = random(ACCOUNTS);
  return { from, to: from === '1.1' ? '1.2' : '1.1', amount };
}

async function sendStatement(bank: Bank, seen: Observations): Promise<void> {
  const reference = randomUUID();
  const outcome = await safe(
    bank.$notify.sendStatement({ accountId: random(ACCOUNTS), reference }),
  );
  if (outcome.ok) seen.accepted.add(reference);
  else seen.unanswered.push(`statement ${reference}: ${outcome.error.message}`);
}

async function sendBatch(bank: Bank, seen: Observations): Promise<void> {
  const reference = randomUUID();
  const [first, second] = [transferParams(randomInt(1, 500)), transferParams(randomInt(1, 500))];
  const [one, accounts, notified, two] = await bank.$batch.safe((b) => [
    b.transfer(first),
    // Without a key, so it is sent once.
    b.listAccounts(),
    b.$notify.sendStatement({ accountId: random(ACCOUNTS), reference }),
    b.transfer(second),
  ]);
  record(seen, first, one);
  record(seen, second, two);
  if (notified.ok) seen.accepted.add(reference);
  else seen.unanswered.push(`statement ${reference}: ${notified.error.message}`);
  if (accounts.ok && accounts.result.length !== ACCOUNTS.length) {
    seen.unexpected.push('listAccounts');
  }
}

type MoveOutcome =
  | { readonly ok: true; readonly result: { readonly movementId: number } }
  | { readonly ok: false; readonly error: Error & { readonly code: number | string } };

function record(seen: Observations, movement: Movement, outcome: MoveOutcome): void {
  if (outcome.ok) seen.addMovement(outcome.result.movementId, movement);
  else if (typeof outcome.error.code === 'string') seen.unanswered.push(outcome.error.message);
  else if (outcome.error.code !== NOT_ENOUGH_MONEY) seen.unexpected.push(outcome.error.message);
}
