import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import '@jsonrpc-kit/testing/vitest';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestBank, type TestBank } from '../test/open-test-bank.js';
import { SocketClient } from '../test/socket-client.js';
import { testDatabases } from '../test/test-databases.js';

describe.each(testDatabases())('the subscription movements, on $name', (testDatabase) => {
  let bank: TestBank;
  let origin: string;
  beforeAll(async () => {
    bank = await openTestBank(testDatabase);
    const server = createServer(jsonRpc(bank.api)).listen(0, '127.0.0.1');
    acceptWebSockets(server, bank.api);
    await once(server, 'listening');
    server.unref();
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 60_000);
  afterAll(() => bank.close());

  function connect(headers: Record<string, string>): SocketClient {
    const client = new SocketClient(origin, headers);
    onTestFinished(() => client.close());
    return client;
  }

  function clientOf(token: string): JsonRpcTestClient {
    const headers = { 'user-auth-token': token };
    return new JsonRpcTestClient(bank.api, { url: '/api/v1/jsonrpc', headers });
  }

  test('both sides of a transfer over HTTP receive its line of their statements', async () => {
    const alice = await bank.addCustomer([100]);
    const bob = await bank.addCustomer([50]);
    const [from, to] = [alice.accountIds[0], bob.accountIds[0]];
    const atAlice = connect({ 'user-auth-token': alice.token });
    const atBob = connect({ cookie: `user-auth-token=${bob.token}` });
    const { result: subscription } = await atAlice.call('movements.subscribe', { accountId: from });
    await atBob.call('movements.subscribe', { accountId: to });

    const http = clientOf(alice.token);
    await http.jsonrpc('transfer', { from, to, amount: 30 });
    await http.jsonrpc('withdraw', { accountId: from, amount: 1 });
    const lines = [
      { kind: 'transfer out', amount: 30, counterparty: to, balance: 70 },
      { kind: 'withdrawal', amount: 1, counterparty: null, balance: 69 },
    ].map((line) => expect.objectContaining(line));
    expect(await atAlice.notifications(2)).toEqual(
      lines.map((result) => ({ subscription, result, cursor: expect.any(String) })),
    );
    expect(await atBob.notifications(1)).toMatchObject([
      { result: { kind: 'transfer in', amount: 30, counterparty: from, balance: 80 } },
    ]);
    const statement = await http.jsonrpc('statement', { accountId: from, limit: 2 });
    expect(statement).toMatchObject({ result: { lines: lines.toReversed() } });
  });

  test('a failed transfer and a movement after unsubscribing are not received', async () => {
    const { token, accountIds } = await bank.addCustomer([100]);
    const [accountId] = accountIds;
    const socket = connect({ 'user-auth-token': token });
    const { result: subscription } = await socket.call('movements.subscribe', { accountId });
    const withdraw = (amount: number) => socket.call('withdraw', { accountId, amount });
    await withdraw(101);
    await withdraw(40);
    expect(await socket.notifications(1)).toMatchObject([{ result: { balance: 60 } }]);

    expect(await socket.call('movements.unsubscribe', { subscription })).toMatchObject({
      result: true,
    });
    await withdraw(1);
    await withdraw(1);
    expect(socket.received.filter(({ method }) => method !== undefined)).toHaveLength(1);
  });

  test('a client that connects again receives the movements since its last cursor', async () => {
    const { token, accountIds } = await bank.addCustomer([100]);
    const [accountId] = accountIds;
    const headers = { 'user-auth-token': token };
    const first = connect(headers);
    await first.call('movements.subscribe', { accountId });
    await first.call('withdraw', { accountId, amount: 10 });
    const [event] = await first.notifications(1);
    const { cursor } = v.parse(v.object({ cursor: v.string() }), event);
    first.close();
    const http = clientOf(token);
    for (const amount of [20, 30]) await http.jsonrpc('withdraw', { accountId, amount });

    const second = connect(headers);
    await second.call('movements.subscribe', { accountId }, { cursor });
    await http.jsonrpc('withdraw', { accountId, amount: 40 });
    expect(await second.notifications(3)).toMatchObject(
      [70, 40, 0].map((balance) => ({ result: { balance } })),
    );
  });

  test("rejects another customer's account, and a client without a user", async () => {
    const alice = await bank.addCustomer([100]);
    const bob = await bank.addCustomer([50]);
    const [accountId] = alice.accountIds;
    const socket = connect({ 'user-auth-token': bob.token });
    expect(await socket.call('movements.subscribe', { accountId })).toMatchObject({
      error: { code: 6002, data: { accountId } },
    });
    expect(await connect({ 'user-auth-token': 'unknown' }).rejection()).toBe(403);
  });
});
