import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Connection } from '../load/connection.js';
import { requestBytes } from '../load/request-bytes.js';
import { exchangeOf } from '../wires/exchange-of.js';
import { findWorkload } from '../workloads/workloads.js';
import { findContestant } from './contestants.js';

/** How often a call of this contestant opened a store. */
async function storesOf(name: string): Promise<number> {
  const workload = findWorkload('single');
  const makeServer = await findContestant('node', name).load();
  const server = await makeServer(workload.setup);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  const connection = await Connection.open((server.address() as AddressInfo).port);
  await connection.exchange(requestBytes(exchangeOf('json-rpc', workload)));
  connection.close();
  server.close();
  return run.mock.calls.length;
}

test('AsyncLocalStorage is on in kit-context, and in kit it is off', async () => {
  // What is on stays on, so in this order.
  expect(await storesOf('kit')).toBe(0);
  expect(await storesOf('kit-context')).toBeGreaterThan(0);
});
