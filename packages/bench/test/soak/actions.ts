import { type ClientResponse, post } from './client.js';

const LIMIT_EXCEEDED = -32005;
const tokens = ['alice-token', 'bob-token'] as const;

export interface Account {
  readonly accountId: string;
  readonly balance: number;
  readonly token: string;
}

/** The observations of all clients. */
export interface Observations {
  /** The number of requests of each action. */
  readonly requests: Map<string, number>;
  /** The movements of acknowledged transfers. */
  readonly acknowledged: number[];
  /** The latencies of single calls of `echo`, in milliseconds. */
  readonly latencies: number[];
  /** Responses that violate the specification. */
  readonly wrong: string[];
  /** Calls with the error LimitExceeded, because handlers that ignore their timeout reach the limit. */
  limited: number;
}

export interface Client {
  readonly origin: string;
  readonly accounts: readonly Account[];
  readonly random: () => number;
  readonly seen: Observations;
}

type Action = (client: Client) => Promise<unknown>;

/** The actions of a client, with their weights. */
const actions: readonly (readonly [name: string, weight: number, action: Action])[] = [
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
  check(client, response, (json) => 'result' in json && json.result === 'hello');
}

async function expectError(client: Client, method: string, code: number): Promise<void> {
  const response = await post(soak(client), call(method, {}, 1));
  check(client, response, ({ error }) => error?.code === code);
}

async function slowReader(client: Client): Promise<void> {
  const response = await post(soak(client), large(MIB), { reads: 'slowly' });
  check(client, response, ({ result }) => String(result).length === MIB);
}

/** Records a wrong response. A missing response is allowed once the server shuts down. */
function check(
  { seen }: Client,
  response: ClientResponse | undefined,
  isExpected: (json: { readonly result?: unknown; readonly error?: { code: number } }) => boolean,
): void {
  if (response?.status !== 200) return;
  const json = response.json as Parameters<typeof isExpected>[0];
  if (json.error?.code === LIMIT_EXCEEDED) seen.limited += 1;
  else if (!isExpected(json)) seen.wrong.push(JSON.stringify(json));
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

const soak = ({ origin }: Pick<Client, 'origin'>): string => `${origin}/soak/jsonrpc`;
const bank = ({ origin }: Pick<Client, 'origin'>): string => `${origin}/api/v1/jsonrpc`;

/** A request, or a notification if there is no id. */
function call(method: string, params: object = {}, id?: number): object {
  return { jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) };
}

const MIB = 1024 * 1024;
const large = (length: number): object => call('large', { length }, 1);
const echo = call('echo', { text: 'hello' }, 1);
const failingNotifications = ['throws', 'throwsAfterTimeout', 'unknown', 'rejected'].map((method) =>
  call(method),
);

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There are no items to pick from');
  return item;
}
