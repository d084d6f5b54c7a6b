import { JsonRpcProvider, parseUnits } from 'ethers';
import jayson from 'jayson/promise/index.js';
import { JSONRPCClient, type JSONRPCResponse } from 'json-rpc-2.0';
import { createPublicClient, http, parseEther } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ethereumApi, rich } from './ethereum-api.js';
import { frameworks } from './servers.js';
import type { Serving } from './servers/server.js';

/** The id for which jayson sends a notification, as documented. Its types don't allow null. */
const NO_ID = null as unknown as undefined;

const poor = '0x00000000000000000000000000000000000000bb';

describe.each(frameworks)('a server on $name', ({ serve }) => {
  let requests: number;
  let serving: Serving;
  let url: string;
  beforeEach(async () => {
    requests = 0;
    const onEvent = (event: string): void => {
      if (event === 'request') requests += 1;
    };
    serving = await serve({
      apis: [{ api: ethereumApi() }],
      middleware: { header: ['x', 'y'], onEvent },
    });
    url = `http://127.0.0.1:${serving.port}/`;
  });
  afterEach(() => serving.close());

  describe('viem with batching', () => {
    const connect = () =>
      createPublicClient({ transport: http(url, { batch: true, retryCount: 0 }) });

    test('viem reads the chain in one HTTP request', async () => {
      const client = connect();
      const read = await Promise.all([
        client.getChainId(),
        client.getBlockNumber(),
        client.getBalance({ address: rich.address }),
        client.getBalance({ address: rich.address, blockNumber: 40n }),
        client.getBalance({ address: poor }),
        client.getGasPrice(),
        client.getTransactionCount({ address: '0x0000000000000000000000000000000000000007' }),
        client.getBlock({ blockNumber: 5n }).then((block) => block.timestamp),
      ]);
      expect(read).toEqual([
        1337,
        100n,
        parseEther('1'),
        parseEther('1') - 60n,
        0n,
        10n ** 9n,
        7,
        1_700_000_005n,
      ]);
      expect(requests).toBe(1);
    });

    test('viem sends a single call', async () => {
      await expect(connect().getBlockNumber()).resolves.toBe(100n);
    });

    test('the client receives errors with their data', async () => {
      const client = connect();
      const [reverted, missing, block] = await Promise.allSettled([
        client.call({ to: poor, data: '0x1234' }),
        client.request({ method: 'eth_none' as 'eth_chainId' }),
        client.getBlockNumber(),
      ]);
      expect(causesOf(reverted)).toContainEqual(
        expect.objectContaining({ code: 3, message: 'execution reverted', data: '0x1234' }),
      );
      expect(causesOf(missing)).toContainEqual(
        expect.objectContaining({ code: -32601, message: 'Method not found' }),
      );
      expect(block).toMatchObject({ status: 'fulfilled', value: 100n });
      expect(requests).toBe(1);
    });
  });

  describe('ethers with batching', () => {
    let provider: JsonRpcProvider;
    beforeEach(() => {
      provider = new JsonRpcProvider(url, undefined, { batchMaxCount: 100, cacheTimeout: -1 });
    });
    afterEach(() => provider.destroy());

    test('ethers finds the network and reads the chain in two HTTP requests', async () => {
      const { chainId } = await provider.getNetwork();
      expect(chainId).toBe(1337n);
      expect(requests).toBe(1);
      const read = await Promise.all([
        provider.getBlockNumber(),
        provider.getBalance(rich.address),
        provider.getBalance(rich.address, 40),
        provider.getTransactionCount('0x0000000000000000000000000000000000000007'),
        provider.getBlock(5).then((block) => block?.timestamp),
      ]);
      const ether = parseUnits('1', 'ether');
      expect(read).toEqual([100, ether, ether - 60n, 7, 1_700_000_005]);
      expect(requests).toBe(2);
    });

    test('the client receives errors with their data', async () => {
      const reverted = provider.call({ to: poor, data: '0x1234' });
      await expect(reverted).rejects.toMatchObject({ code: 'CALL_EXCEPTION', data: '0x1234' });
      await expect(provider.send('eth_none', [])).rejects.toMatchObject({
        error: { code: -32601, message: 'Method not found' },
      });
    });
  });

  describe("jayson's client", () => {
    const connect = () => jayson.Client.http({ host: '127.0.0.1', port: serving.port });

    test('the client sends single calls', async () => {
      const client = connect();
      expect(await client.request('eth_getBalance', [rich.address, 'latest'])).toMatchObject({
        jsonrpc: '2.0',
        result: '0xde0b6b3a7640000',
      });
      expect(await client.request('eth_none', [])).toMatchObject({
        error: { code: -32601, message: 'Method not found' },
      });
    });

    test('jayson sends batches with notifications in them', async () => {
      const client = connect();
      const batch = [
        client.request('eth_chainId', [], undefined, false),
        client.request('eth_blockNumber', [], NO_ID, false),
        client.request('eth_getBalance', [poor], undefined, false),
      ];
      expect(await client.request(batch)).toMatchObject([{ result: '0x539' }, { result: '0x0' }]);
      expect(requests).toBe(1);
    });

    test('the client sends a notification', async () => {
      expect(await connect().request('eth_chainId', [], NO_ID)).toBeUndefined();
    });
  });

  describe("json-rpc-2.0's client", () => {
    /** https://github.com/shogowada/json-rpc-2.0#client */
    const connect = () => {
      const client: JSONRPCClient = new JSONRPCClient(async (request: unknown) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
        });
        if (response.status === 200) client.receive((await response.json()) as JSONRPCResponse);
        else if (response.status !== 204) throw new Error(response.statusText);
      });
      return client;
    };

    test('the client sends single calls', async () => {
      const client = connect();
      expect(await client.request('eth_getBalance', [rich.address, 'latest'])).toBe(
        '0xde0b6b3a7640000',
      );
      await expect(client.request('eth_none', [])).rejects.toMatchObject({ code: -32601 });
    });

    test('json-rpc-2.0 sends batches', async () => {
      const responses = await connect().requestAdvanced([
        { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 'b', method: 'eth_getBalance', params: [poor] },
      ]);
      expect(responses).toEqual([
        { jsonrpc: '2.0', id: 1, result: '0x539' },
        { jsonrpc: '2.0', id: 'b', result: '0x0' },
      ]);
      expect(requests).toBe(1);
    });

    test('the client sends a notification', async () => {
      const client = connect();
      client.notify('eth_chainId', []);
      await expect(client.request('eth_blockNumber', [])).resolves.toBe('0x64');
      expect(requests).toBe(2);
    });
  });
});

/** Returns an error and its causes. */
function causesOf(outcome: PromiseSettledResult<unknown>): readonly unknown[] {
  const errors: unknown[] = [];
  let next: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
  while (next instanceof Object) {
    const { code, message, data } = next as Partial<Record<'code' | 'message' | 'data', unknown>>;
    errors.push({ code, message, data });
    next = (next as { cause?: unknown }).cause;
  }
  return errors;
}
