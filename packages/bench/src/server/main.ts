/**
 * A server process: one contestant on a free port of the loopback address, which answers its parent's
 * questions. It ends when its parent lets go of it.
 */
import type { AddressInfo } from 'node:net';
import { findContestant } from '../contestants/contestants.js';
import type { Framework } from '../contestants/contestant.js';
import { tally } from '../service/tally.js';
import type { Question, Replies, ServerMessage, ServerOrder } from './messages.js';
import { optimiseNextTick } from './optimise-next-tick.js';
import { startProfile, stopProfile } from './profiler.js';

// The parent is of the same build.
const order = JSON.parse(process.argv[2] ?? '{}') as ServerOrder;

const tell = (message: ServerMessage): void => {
  process.send?.(message);
};

const replies: { readonly [Asked in Question]: () => Replies[Asked] | Promise<Replies[Asked]> } = {
  usage: () => {
    const { user, system } = process.cpuUsage();
    return { cpu: user + system, tally };
  },
  memory: () => {
    // Twice: what a finalizer lets go of is collected by the next one.
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heapUsed };
  },
  'start-profile': startProfile,
  'stop-profile': stopProfile,
};

async function reply(question: Question): Promise<void> {
  tell({ kind: 'reply', reply: await replies[question]() });
}

process.on('message', (question: Question) => void reply(question));
process.once('disconnect', () => process.exit(0));

await optimiseNextTick();
// The parent has it from the list of contestants.
const framework = order.framework as Framework;
const makeServer = await findContestant(framework, order.contestant).load();
const server = await makeServer(order.setup);
// Between its turns a contestant's connections stay open.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
