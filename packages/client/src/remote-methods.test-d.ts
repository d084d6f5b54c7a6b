// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { describe, expectTypeOf, test } from 'vitest';
import { createClient, type RemoteMethods, safe } from './index.js';

type Ethereum = RemoteMethods<{
  eth_chainId: { params: []; result: string };
  eth_getBalance: { params: [address: string, block: string]; result: bigint | string };
  eth_feeHistory: { params: [count: string, newest?: string]; result: unknown };
  net_peers: {};
  'debug.trace': { params: { hash: string; depth?: number }; result: string[]; error: Reverted };
}>;
interface Reverted {
  code: 3;
  data: string;
}

const node = createClient<Ethereum>({ url: 'http://127.0.0.1:8545' });

describe('RemoteMethods', () => {
  test('declares positional params, which can be omitted when all of them are optional', () => {
    void node.eth_getBalance(['0x0', 'latest']);
    const readonly = ['0x0', 'latest'] as const;
    void node.eth_getBalance(readonly);
    void node.eth_chainId();
    void node.eth_chainId([]);
    void node.eth_feeHistory(['0x1']);
    // @ts-expect-error -- the block is missing
    void node.eth_getBalance(['0x0']);
    // @ts-expect-error -- the block is a string
    void node.eth_getBalance(['0x0', 5]);
    // @ts-expect-error -- the method has no params
    void node.eth_chainId(['0x0']);
    // @ts-expect-error -- the first one is required
    void node.eth_feeHistory();
  });

  test('declares named params', () => {
    void node['debug.trace']({ hash: '0x0' });
    // @ts-expect-error -- the hash is a string
    void node['debug.trace']({ hash: 5 });
  });

  test('declares results', () => {
    expectTypeOf(node.eth_chainId()).resolves.toBeString();
    expectTypeOf(node['debug.trace']({ hash: '' })).resolves.toEqualTypeOf<string[]>();
  });

  test('declares errors', async () => {
    const outcome = await safe(node['debug.trace']({ hash: '0x0' }));
    if (!outcome.ok && outcome.error.code === 3) expectTypeOf(outcome.error.data).toBeString();
    // @ts-expect-error -- the method does not declare this code
    void (outcome.ok || outcome.error.code === 4);
  });

  test('allows any params, results and errors that it does not declare', async () => {
    const outcome = await safe(node.net_peers({ any: 5 }));
    void node.net_peers();
    void node.net_peers([5]);
    if (outcome.ok) expectTypeOf(outcome.result).toBeUnknown();
    else if (outcome.error.code === 5) expectTypeOf(outcome.error.data).toBeUnknown();
  });
});

describe('a client without types', () => {
  const untyped = createClient({ url: '/rpc' });

  test('calls any method with any params', async () => {
    expectTypeOf(untyped.$call('a.b', { c: 5 })).resolves.toBeUnknown();
    expectTypeOf(untyped.$call('a.b', [5], { timeout: 5 })).resolves.toBeUnknown();
    expectTypeOf(untyped['ping']?.()).not.toBeAny();
    const [first] = await untyped.$batch((b) => [b.$call('a.b')]);
    expectTypeOf(first).toBeUnknown();
    // @ts-expect-error -- params are an object or an array
    void untyped.$call('a.b', 5);
  });

  test('fails with errors of any code and unknown data', async () => {
    const outcome = await safe(untyped.$call('a.b'));
    if (!outcome.ok && outcome.error.code === -32602)
      expectTypeOf(outcome.error.data).toBeUnknown();
    if (!outcome.ok && outcome.error.code === 1) expectTypeOf(outcome.error.data).toBeUnknown();
    if (!outcome.ok && outcome.error.code === 'http-status') {
      expectTypeOf(outcome.error.status).toBeNumber();
    }
  });

  test('is not a promise', async () => {
    expectTypeOf(await Promise.resolve(untyped)).toEqualTypeOf(untyped);
  });
});
