import { BaseError } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { sentryIntegration } from '@jsonrpc-kit/tracker';
import { move } from '@jsonrpc-kit/worker/move';
import { closePool, createApi, NotEnoughMoney } from './bank.js';
import { servers } from './servers.js';
import { callBank } from './call-bank.js';

async function main(): Promise<void> {
  const report: Record<string, unknown> = {
    errors: new NotEnoughMoney({ balance: 1 }) instanceof BaseError,
    tracker: sentryIntegration().name,
    moved: move(new Uint8Array(2)).byteLength,
    testing: await new JsonRpcTestClient(createApi()).jsonrpc('withdraw', { amount: 1 }),
  };
  for (const [name, start] of Object.entries(servers)) {
    const { address, close } = await start(createApi());
    report[name] = await callBank(address);
    await close();
  }
  await closePool();
  console.log(JSON.stringify(report));
}

void main();
