import { type AccountOf, type Acknowledged, call, transferBatch } from './bank-customers.js';
import type { Client } from './client.js';

const SOAK = '/soak/jsonrpc';

/** What the load has seen so far. */
export interface Tally {
  /** Requests by what they were for. */
  readonly requests: Map<string, number>;
  readonly acknowledged: Acknowledged[];
  /** Milliseconds of single calls that do nothing, while all else goes on. */
  readonly latencies: number[];
  /** Answers that are not what the specification says. */
  readonly wrong: string[];
  /** Calls that got LimitExceeded, as handlers that ignore their timeout fill their limit. */
  limited: number;
}

export function newTally(): Tally {
  return { requests: new Map(), acknowledged: [], latencies: [], wrong: [], limited: 0 };
}

interface Load {
  readonly client: Client;
  readonly accounts: readonly AccountOf[];
  readonly random: () => number;
  readonly tally: Tally;
}

type Action = (load: Load) => Promise<void>;

/** Everything that clients do, with its weight. */
const actions: readonly (readonly [name: string, weight: number, action: Action])[] = [
  ['single call', 30, single],
  ['transfer', 8, async (load) => transfers(load, 1)],
  ['batch of transfers', 4, async (load) => transfers(load, 10)],
  ['mixed batch', 12, mixedBatch],
  ['notification', 8, async ({ client }) => silent(client.post(SOAK, note('tasks')))],
  ['notifications that fail', 4, notificationsThatFail],
  ['failing dependency', 8, async (load) => expectError(load, 'refused', 6100)],
  ['broken teardown', 4, async ({ client }) => silent(client.post(SOAK, id1('brokenTeardown')))],
  ['unhandled error', 4, async (load) => expectError(load, 'boom', -32603)],
  ['timeout, ignored', 4, async (load) => expectError(load, 'ignoresTimeout', -32002)],
  ['timeout, failing late', 3, async (load) => expectError(load, 'failsLate', -32002)],
  ['timeout, heeded', 4, async (load) => expectError(load, 'heedsSignal', -32002)],
  ['client leaves', 5, clientLeaves],
  ['slow body', 5, async ({ client }) => silent(client.postSlowly(SOAK, echo('slowly'), true))],
  ['body cut off', 4, async ({ client }) => silent(client.postSlowly(SOAK, echo('cut'), false))],
  ['broken JSON', 3, async ({ client }) => silent(client.post(SOAK, '{"jsonrpc": "2.0", "id'))],
];

const totalWeight = actions.reduce((sum, [, weight]) => sum + weight, 0);

/** One client that does one thing after another until it is told to stop. */
export async function runClient(load: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    let left = load.random() * totalWeight;
    const chosen = actions.find(([, weight]) => (left -= weight) < 0) ?? actions[0];
    if (chosen === undefined) return;
    const [name, , action] = chosen;
    load.tally.requests.set(name, (load.tally.requests.get(name) ?? 0) + 1);
    await action(load);
  }
}

async function single({ client, tally }: Load): Promise<void> {
  const startedAt = performance.now();
  const answer = await client.post(SOAK, echo('hello'));
  tally.latencies.push(performance.now() - startedAt);
  const { result, error } = (answer?.json ?? {}) as {
    readonly result?: unknown;
    readonly error?: { readonly code: number };
  };
  if (error?.code === LIMIT_EXCEEDED) tally.limited += 1;
  else if (answer?.status === 200 && result !== 'hello') {
    tally.wrong.push(`echo: ${JSON.stringify(answer.json)}`);
  }
}

async function transfers({ client, accounts, random, tally }: Load, size: number): Promise<void> {
  tally.acknowledged.push(...(await transferBatch(client, accounts, random, size)));
}

async function mixedBatch({ client, random, tally }: Load): Promise<void> {
  const methods = ['echo', 'slow', 'refused', 'boom', 'unknown', 'ignoresTimeout', 'tasks'];
  const batch = Array.from({ length: 5 + Math.floor(random() * 45) }, (_, id) =>
    call(
      methods[Math.floor(random() * methods.length)] ?? 'echo',
      { text: 'in a batch', milliseconds: random() * 10 },
      id,
    ),
  );
  const answer = await client.post(SOAK, batch);
  if (answer?.status !== 200) return;
  const ids = (answer.json as { id: number }[]).map(({ id }) => id);
  if (ids.join() !== batch.map((_, id) => id).join()) tally.wrong.push(`batch: ${ids.join()}`);
}

async function notificationsThatFail({ client }: Load): Promise<void> {
  await client.post(SOAK, [note('boom'), note('failsLate'), note('unknown'), note('refused')]);
}

async function clientLeaves({ client, random }: Load): Promise<void> {
  const batch = [id1('heedsSignal'), call('slow', { milliseconds: 20 }, 2), note('tasks')];
  await client.postAndLeave(SOAK, batch, random() * 10);
}

async function expectError({ client, tally }: Load, method: string, code: number): Promise<void> {
  const answer = await client.post(SOAK, id1(method));
  if (answer?.status !== 200) return;
  const { error } = answer.json as { error?: { code: number } };
  if (error?.code === LIMIT_EXCEEDED) tally.limited += 1;
  else if (error?.code !== code) tally.wrong.push(`${method}: ${JSON.stringify(answer.json)}`);
}

const LIMIT_EXCEEDED = -32005;

const id1 = (method: string): object => call(method, {}, 1);
const note = (method: string): object => call(method, {});
const echo = (text: string): object => call('echo', { text }, 1);
const silent = async (sent: Promise<unknown>): Promise<void> => {
  await sent;
};
