import { expect, test } from 'vitest';
import { findContestant } from '../contestants/contestants.js';
import { Connection } from '../load/connection.js';
import { requestBytes } from '../load/request-bytes.js';
import { exchangeOf } from '../wires/exchange-of.js';
import { findWorkload } from '../workloads/workloads.js';
import type { Cell } from './cell.js';
import { prepare } from './prepare.js';
import { ServerProcess } from './server-process.js';
import { takeTurn } from './take-turn.js';

const cell: Cell = {
  contestant: findContestant('node', 'bare'),
  workload: findWorkload('single'),
};

test('a turn in which the server did another work than that of its requests is refused', async () => {
  const server = await ServerProcess.start(cell);
  const runner = await prepare(cell, server, { seconds: 0.05, warmUpSeconds: 0.01 });
  await expect(takeTurn(runner)).resolves.toMatchObject({ requests: runner.requests });

  const stranger = await Connection.open(server.port);
  const request = requestBytes(exchangeOf('json-rpc', cell.workload));
  const leave = new AbortController();
  const intrude = async (): Promise<void> => {
    while (!leave.signal.aborted) await stranger.exchange(request);
  };
  const intrusion = intrude();
  await expect(takeTurn(runner)).rejects.toThrow(/requests should have run \d+ handlers, and ran/);
  leave.abort();
  await intrusion;
  stranger.close();
  runner.load.close();
  await server.stop();
});
