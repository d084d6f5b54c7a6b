import { setTimeout as sleep } from 'node:timers/promises';
import { Api, defineError, Entrypoint, type Logger, signal } from '@jsonrpc-kit/core';
import * as v from 'valibot';

const Hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i));
const Address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i));
const Block = v.union([v.picklist(['latest', 'earliest', 'pending', 'safe', 'finalized']), Hex]);
const Transaction = v.looseObject({ to: Address, data: v.optional(Hex) });

/** The error of an Ethereum node when a contract reverts a call. */
class Reverted extends defineError({ code: 3, message: 'execution reverted', data: Hex }) {}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
const hash = (byte: string): string => `0x${byte.repeat(32)}`;

/** An account that has this balance in wei at block 100, and one wei less at each earlier block. */
export const rich = {
  address: '0x00000000000000000000000000000000000000aa',
  balance: 10n ** 18n,
} as const;

const HEIGHT = 100;

const SILENT = { error: () => undefined, warn: () => undefined };

const heightOf = (block: string): number => (block.startsWith('0x') ? Number(block) : HEIGHT);

/**
 * Creates an Ethereum node at `/`, with a chain of fixed length. Its methods accept params by position. The
 * subscription `newHeads` has two heads at once and a third one later, and stays open.
 */
export function ethereumApi(log: Pick<Logger, 'error' | 'warn'> = SILENT): Api {
  const node = new Entrypoint('/', { paramStructure: 'by-position' });
  // Clients send an empty array of params, which `by-name` accepts.
  node.method('eth_chainId', { paramStructure: 'by-name' }, () => hex(1337));
  node.method('net_version', {}, () => '1337');
  node.method('eth_blockNumber', {}, () => hex(HEIGHT));
  node.method('eth_gasPrice', {}, () => hex(10n ** 9n));
  node.method(
    'eth_getBalance',
    { args: { address: Address, block: v.optional(Block, 'latest') } },
    ({ address, block }) => {
      if (address.toLowerCase() !== rich.address) return hex(0);
      return hex(rich.balance - BigInt(HEIGHT - heightOf(block)));
    },
  );
  node.method(
    'eth_getTransactionCount',
    { args: { address: Address, block: Block } },
    ({ address }) => hex(Number(address.slice(-2)) || 0),
  );
  node.method(
    'eth_getBlockByNumber',
    { args: { block: Block, withTransactions: v.boolean() } },
    ({ block }) => blockAt(heightOf(block)),
  );
  node.method(
    'eth_call',
    { args: { transaction: Transaction, block: v.optional(Block, 'latest') }, errors: [Reverted] },
    ({ transaction }): string => {
      throw new Reverted(transaction.data ?? '0x');
    },
  );
  node.subscription(
    'newHeads',
    { args: { signal }, namespace: 'eth' },
    async function* ({ signal: aborted }) {
      yield blockAt(HEIGHT + 1);
      yield blockAt(HEIGHT + 2);
      await sleep(100);
      yield blockAt(HEIGHT + 3);
      await new Promise((resolve) => {
        aborted.addEventListener('abort', resolve);
      });
    },
  );
  return new Api({ logger: log }).bindEntrypoint(node);
}

function blockAt(number: number): Readonly<Record<string, unknown>> {
  return {
    number: hex(number),
    hash: hash(number.toString(16).padStart(2, '0')),
    parentHash: hash((number - 1).toString(16).padStart(2, '0')),
    timestamp: hex(1_700_000_000 + number),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    gasLimit: hex(30_000_000),
    gasUsed: '0x0',
    miner: rich.address,
    extraData: '0x',
    baseFeePerGas: hex(7),
    stateRoot: hash('00'),
    receiptsRoot: hash('00'),
    transactionsRoot: hash('00'),
    logsBloom: `0x${'00'.repeat(256)}`,
    sha3Uncles: hash('00'),
    size: '0x0',
    mixHash: hash('00'),
    uncles: [],
    transactions: [],
  };
}
