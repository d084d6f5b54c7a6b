/**
 * `npm run connections -- [--connections 10000] [--subscribers 5000] [--rounds 7] [--events 10]`: the heap of
 * an idle connection, and the CPU time of the server for each message of a fan-out, with jsonrpc-kit and other
 * libraries, beside the package `ws`; the time of ordinary calls during a fan-out, and that of a fan-out while
 * one client doesn't read.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { digits, markdownTable, withSpread } from '../compare/report.js';
import { figure, orderOfRound, quantile, ratio } from '../compare/statistics.js';
import { Child } from '../processes/child.js';
import { Clients } from './client.js';
import { IDLE, JSON_RPC, otherProtocols, type Protocol } from './protocols.js';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    subscribers: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
    events: { type: 'string', default: '10' },
  },
});
const connections = Number(values.connections);
const subscribers = Number(values.subscribers);
const events = Number(values.events);

const start = (target: string): Promise<Child> =>
  Child.start('connections/server.js', { args: [target] });

async function heapOfConnection(target: string, protocol: Protocol): Promise<number> {
  const server = await start(target);
  const clients = new Clients();
  // The first connections create what all of them share.
  await clients.open(server.ready.port, 100, protocol);
  const before = await server.ask<number>('heap');
  await clients.open(server.ready.port, 100 + connections, protocol);
  const after = await server.ask<number>('heap');
  await clients.close();
  await server.stop();
  return (after - before) / connections;
}

const heaps = [
  ['ws, idle', await heapOfConnection('bare', IDLE)],
  ['jsonrpc-kit, idle', await heapOfConnection('channel', IDLE)],
  ['jsonrpc-kit, subscribed to a channel', await heapOfConnection('channel', JSON_RPC)],
  ['jsonrpc-kit, subscribed to a generator', await heapOfConnection('generator', JSON_RPC)],
] as const;
const [[, bareHeap]] = heaps;
console.log(
  markdownTable([
    [`heap per connection, of ${connections}`, 'bytes', 'of ws'],
    ...heaps.map(([name, bytes]) => [name, digits(bytes), (bytes / bareHeap).toFixed(2)]),
  ]),
);

/** Returns the µs of a message of the target in each round, and those of `ws`, which takes turns with it. */
async function fanOut(name: string): Promise<{ name: string; times: number[]; bare: number[] }> {
  const times: number[] = [];
  const bare: number[] = [];
  const targets = await Promise.all(
    [
      { target: 'bare', protocol: JSON_RPC, results: bare },
      { target: name, protocol: otherProtocols[name] ?? JSON_RPC, results: times },
    ].map(async ({ target, protocol, results }) => {
      const server = await start(target);
      const clients = new Clients();
      await clients.open(server.ready.port, subscribers, protocol);
      return { server, clients, results };
    }),
  );
  // The first round only warms up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const { server, clients, results } of orderOfRound(targets, round + 1)) {
      let cpu = 0;
      for (let event = 0; event < events; event += 1) {
        await server.ask('publish');
        await clients.receive();
        cpu += await server.ask<number>('cpu');
      }
      if (round >= 0) results.push(cpu / (events * subscribers));
    }
  }
  for (const { server, clients } of targets) {
    await clients.close();
    await server.stop();
  }
  return { name, times, bare };
}

// One after the other, because the number of open files is limited.
const fanOuts = [];
for (const name of ['channel', 'generator', 'bare-generator', ...Object.keys(otherProtocols)]) {
  fanOuts.push(await fanOut(name));
}
const bare = fanOuts.flatMap((result) => result.bare);
console.log(
  markdownTable([
    [`fan-out to ${subscribers}`, 'µs of CPU per message', 'rate of ws'],
    ...[{ name: 'ws', times: bare, bare }, ...fanOuts].map((result) => [
      result.name,
      digits(figure(result.times).median),
      withSpread(ratio(result.bare, result.times)),
    ]),
  ]),
);

const milliseconds = (times: readonly number[]): string[] =>
  [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));

/** Returns the times of ordinary calls of an idle server, and of one that delivers events all the time. */
async function callsDuringFanOut(): Promise<string[][]> {
  const server = await start('channel');
  const clients = new Clients();
  await clients.open(server.ready.port, subscribers, JSON_RPC);
  const args = [String(server.ready.port)];
  const pings = await Child.start('connections/pings.js', { args });
  await wait(1_000);
  await pings.ask();
  await wait(2_000);
  const idle = await pings.ask<number[]>();
  for (let event = 0; event < events * 3; event += 1) {
    await server.ask('publish');
    await clients.receive();
    await wait(50);
  }
  const during = await pings.ask<number[]>();
  await pings.stop();
  await clients.close();
  await server.stop();
  return [
    ['idle', ...milliseconds(idle)],
    [`fan-out to ${subscribers}`, ...milliseconds(during)],
  ];
}

/** Publishes 6 MB to each of some clients. Returns a row with the times of the deliveries. */
async function deliveries(name: string, stalls: boolean): Promise<string[]> {
  const server = await start('large');
  const clients = new Clients();
  await clients.open(server.ready.port, readers, JSON_RPC);
  const stalled = stalls ? await Clients.stall(server.ready.port) : undefined;
  const times: number[] = [];
  const publish = async (): Promise<void> => {
    const startedAt = performance.now();
    await server.ask('publish');
    await clients.receive();
    times.push(performance.now() - startedAt);
  };
  for (let event = 0; event < 100; event += 1) await publish();
  times.splice(0);
  const before = await server.ask<number>('heap');
  for (let event = 0; event < 300; event += 1) await publish();
  const growth = (await server.ask<number>('heap')) - before;
  const publishedAt = performance.now();
  while ((await server.ask<number>('connections')) > readers) await wait(50);
  const seconds = ((performance.now() - publishedAt) / 1_000).toFixed(1);
  stalled?.terminate();
  await clients.close();
  await server.stop();
  return [name, ...milliseconds(times), (growth / 1_000_000).toFixed(1), stalls ? seconds : ''];
}

const readers = Math.min(1_000, subscribers);
console.log(
  markdownTable([['ms of other calls', 'p50', 'p99', 'slowest'], ...(await callsDuringFanOut())]),
);
const rows: string[][] = [];
for (const stalls of [false, true, true, false]) {
  rows.push(await deliveries(stalls ? 'one more that does not read' : 'all read', stalls));
}
console.log(
  markdownTable([
    [`ms of a delivery to ${readers}`, 'p50', 'p99', 'slowest', 'heap +MB', 's until it is closed'],
    ...rows.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  ]),
);
