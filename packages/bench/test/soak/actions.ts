import { type ClientResponse, post } from './client.js';
import { connectionActions } from './connection-actions.js';
import {
  type Account,
  type Action,
  bank,
  call,
  check,
  type Client,
  type JsonRpcResponse,
  MIB,
  pick,
  soak,
} from './observations.js';
import { streamActions } from './stream-actions.js';

const tokens = ['alice-token', 'bob-token'] as const;

export const actions: readonly Action[] = [
  ['single call', 30, singleCall],
  ['transfer', 8, (client) => transfer(client, 1)],
  ['batch of transfers', 4, (client) => transfer(client, 10)],
  ['mixed batch', 12, mixedBatch],
  ['notification', 8, (client) => post(soak(client), call('tasks'))],
  ['failing notifications', 4, (client) => post(soak(client), failingNotifications)],
  ['failing dependency', 8, (client) => expectError(client, 'rejected', 6100)],
  ['broken teardown', 4, (client) => post(soak(client), call('brokenTeardown', {}, 1))],
  ['unhandled error', 4, (client) => expectError(client, 'throws', -32603)],
  ['ignored timeout', 4, (client) => expectError(client, 'ignoresTimeout', -32002)],
  ['error after timeout', 3, (client) => expectError(client, 'throwsAfterTimeout', -32002)],
  ['observed timeout', 4, (client) => expectError(client, 'observesSignal', -32002)],
  ['disconnect', 5, disconnect],
  ['slow body', 5, (client) => post(soak(client), echo, { slowly: 'complete' })],
  ['cut body', 4, (client) => post(soak(client), echo, { slowly: 'cut' })],
  ['slow reader', 2, slowReader],
  ['absent reader', 1, (client) => post(soak(client), large(8 * MIB), { reads: 'nothing' })],
  ['broken JSON', 3, (client) => post(soak(client), '{"jsonrpc": "2.0", "id')],
  ...connectionActions,
  ...streamActions,
];

const totalWeight = actions.reduce((sum, [, weight]) => sum + weight, 0);

/** Runs random actions, one after the other, until `isOver` returns true. */
export async function runClient(client: Client, isOver: () => boolean): Promise<void> {
  const { requests } = client.seen;
  while (!isOver()) {
    let rest = client.random() * totalWeight;
    for (const [name, weight, action] of actions) {
      rest -= weight;
      if (rest >= 0) continue;
      requests.set(name, (requests.get(name) ?? 0) + 1);
      await action(client);
      break;
    }
  }
}

export async function listAccounts(origin: string): Promise<readonly Account[]> {
  const lists = tokens.map(async (token) => {
    const response = await post(bank({ origin }), call('listAccounts', {}, 1), { token });
    if (response === undefined) throw new Error('The bank sent no list of accounts');
    const { result } = response.json as { result: Omit<Account, 'token'>[] };
    return result.map((account) => ({ ...account, token }));
  });
  return (await Promise.all(lists)).flat();
}

async function singleCall(client: Client): Promise<void> {
  const startedAt = performance.now();
  const response = await post(soak(client), echo);
  client.seen.latencies.push(performance.now() - startedAt);
  checkBody(client, response, (json) => 'result' in json && json.result === 'hello');
}

async function expectError(client: Client, method: string, code: number): Promise<void> {
  const response = await post(soak(client), call(method, {}, 1));
  checkBody(client, response, ({ error }) => error?.code === code);
}

async function slowReader(client: Client): Promise<void> {
  const response = await post(soak(client), large(MIB), { reads: 'slowly' });
  checkBody(client, response, ({ result }) => String(result).length === MIB);
}

function checkBody(
  client: Client,
  response: ClientResponse | undefined,
  isExpected: (response: JsonRpcResponse) => boolean,
): void {
  if (response?.status === 200) check(client, response.json as JsonRpcResponse, isExpected);
}

/** Sends random transfers, some of which fail or are notifications. */
async function transfer(client: Client, size: number): Promise<void> {
  const { accounts, random, seen } = client;
  const token = pick(tokens, random);
  const own = accounts.filter((account) => account.token === token);
  const batch = Array.from({ length: size }, (_, id) => {
    const params = {
      from: pick(own, random).accountId,
      to: random() < 0.1 ? 'unknown' : pick(accounts, random).accountId,
      amount: random() < 0.1 ? 10_000_000_00 : Math.ceil(random() * 50),
    };
    return call('transfer', params, random() < 0.1 ? undefined : id);
  });
  const response = await post(bank(client), size === 1 ? batch[0] : batch, { token });
  if (response?.status !== 200) return;
  for (const { result } of [response.json].flat() as { result?: { movementId: number } }[]) {
    if (result !== undefined) seen.acknowledged.push(result.movementId);
  }
}

async function mixedBatch(client: Client): Promise<void> {
  const methods = ['echo', 'slow', 'rejected', 'throws', 'unknown', 'ignoresTimeout', 'tasks'];
  const { random, seen } = client;
  const batch = Array.from({ length: 5 + Math.floor(random() * 45) }, (_, id) =>
    call(pick(methods, random), { text: 'in a batch', milliseconds: random() * 10 }, id),
  );
  const response = await post(soak(client), batch);
  if (response?.status !== 200) return;
  const ids = (response.json as { id: number }[]).map(({ id }) => id);
  if (ids.some((id, index) => id !== index) || ids.length !== batch.length) {
    seen.wrong.push(`The ids of a batch of ${batch.length} are ${ids.join()}`);
  }
}

function disconnect(client: Client): Promise<unknown> {
  const slow = call('slow', { milliseconds: 20 }, 2);
  const batch = [call('observesSignal', {}, 1), slow, call('tasks')];
  return post(soak(client), batch, { leaveAfter: client.random() * 10 });
}

const large = (length: number): object => call('large', { length }, 1);
const echo = call('echo', { text: 'hello' }, 1);
const failingNotifications = ['throws', 'throwsAfterTimeout', 'unknown', 'rejected'].map((method) =>
  call(method),
);
