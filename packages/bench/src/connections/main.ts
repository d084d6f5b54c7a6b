/**
 * `npm run connections -- [--connections 10000] [--subscribers 5000] [--rounds 7] [--events 10]`: the heap of
 * an idle connection, and the CPU time of the server for each message of a fan-out, beside the package `ws`.
 */
import { parseArgs } from 'node:util';
import { digits, markdownTable, withSpread } from '../compare/report.js';
import { figure, orderOfRound, ratio } from '../compare/statistics.js';
import { Child } from '../processes/child.js';
import { Clients } from './client.js';

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

async function heapOfConnection(target: string, subscribe: boolean): Promise<number> {
  const server = await start(target);
  const clients = new Clients();
  // The first connections create what all of them share.
  await clients.open(server.ready.port, 100, { subscribe });
  const before = await server.ask<number>('heap');
  await clients.open(server.ready.port, 100 + connections, { subscribe });
  const after = await server.ask<number>('heap');
  await clients.close();
  await server.stop();
  return (after - before) / connections;
}

const heaps = [
  ['ws, idle', await heapOfConnection('bare', false)],
  ['jsonrpc-kit, idle', await heapOfConnection('channel', false)],
  ['jsonrpc-kit, subscribed to a channel', await heapOfConnection('channel', true)],
  ['jsonrpc-kit, subscribed to a generator', await heapOfConnection('generator', true)],
] as const;
const [[, bareHeap]] = heaps;
console.log(
  markdownTable([
    [`heap per connection, of ${connections}`, 'bytes', 'of ws'],
    ...heaps.map(([name, bytes]) => [name, digits(bytes), (bytes / bareHeap).toFixed(2)]),
  ]),
);

const targets = await Promise.all(
  ['bare', 'channel', 'generator'].map(async (name) => {
    const server = await start(name);
    const clients = new Clients();
    await clients.open(server.ready.port, subscribers, { subscribe: true });
    return { name, server, clients, times: [] as number[] };
  }),
);
// The first round only warms up.
for (let round = -1; round < Number(values.rounds); round += 1) {
  for (const { server, clients, times } of orderOfRound(targets, round + 1)) {
    let cpu = 0;
    for (let event = 0; event < events; event += 1) {
      await server.ask('publish');
      await clients.receive();
      cpu += await server.ask<number>('cpu');
    }
    if (round >= 0) times.push(cpu / (events * subscribers));
  }
}
const bare = targets[0]?.times ?? [];
console.log(
  markdownTable([
    [`fan-out to ${subscribers}`, 'µs of CPU per message', 'rate of ws'],
    ...targets.map(({ name, times }) => [
      name,
      digits(figure(times).median),
      withSpread(ratio(bare, times)),
    ]),
  ]),
);
for (const { server, clients } of targets) {
  await clients.close();
  await server.stop();
}
