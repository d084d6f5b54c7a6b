// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import { describe, expectTypeOf, test } from 'vitest';
import { createClient, type RemoteMethods, safe } from '../index.js';

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

describe('the methods of a server of another maker', () => {
  test('have params by position, which may be left out where all of them may', () => {
    void node.eth_getBalance(['0x0', 'latest']);
    const readonly = ['0x0', 'latest'] as const;
    void node.eth_getBalance(readonly);
    void node.eth_chainId();
    void node.eth_chainId([]);
    void node.eth_feeHistory(['0x1']);
    // @ts-expect-error -- the block is missing
    void node.eth_getBalance(['0x0']);
    // @ts-expect-error -- a block is a string
    void node.eth_getBalance(['0x0', 5]);
    // @ts-expect-error -- there are none
    void node.eth_chainId(['0x0']);
    // @ts-expect-error -- the first one is needed
    void node.eth_feeHistory();
  });

  test('have params by name', () => {
    void node['debug.trace']({ hash: '0x0' });
    // @ts-expect-error -- a hash is a string
    void node['debug.trace']({ hash: 5 });
  });

  test('have the result that is said of them', () => {
    expectTypeOf(node.eth_chainId()).resolves.toBeString();
    expectTypeOf(node['debug.trace']({ hash: '' })).resolves.toEqualTypeOf<string[]>();
  });

  test('have the errors that are said of them', async () => {
    const answer = await safe(node['debug.trace']({ hash: '0x0' }));
    if (!answer.ok && answer.error.code === 3) expectTypeOf(answer.error.data).toBeString();
    // @ts-expect-error -- nobody said so
    void (answer.ok || answer.error.code === 4);
  });

  test('take and give anything where nothing is said', async () => {
    const answer = await safe(node.net_peers({ any: 5 }));
    void node.net_peers();
    void node.net_peers([5]);
    if (answer.ok) expectTypeOf(answer.result).toBeUnknown();
    else if (answer.error.code === 5) expectTypeOf(answer.error.data).toBeUnknown();
  });
});

describe('a client without types', () => {
  const anyone = createClient({ url: '/rpc' });

  test('calls every method with anything', async () => {
    expectTypeOf(anyone.$call('a.b', { c: 5 })).resolves.toBeUnknown();
    expectTypeOf(anyone.$call('a.b', [5], { timeout: 5 })).resolves.toBeUnknown();
    expectTypeOf(anyone['ping']?.()).not.toBeAny();
    const [first] = await anyone.$batch((b) => [b.$call('a.b')]);
    expectTypeOf(first).toBeUnknown();
    // @ts-expect-error -- params are an object or an array
    void anyone.$call('a.b', 5);
  });

  test('fails with any code, so data is not known', async () => {
    const answer = await safe(anyone.$call('a.b'));
    if (!answer.ok && answer.error.code === -32602) expectTypeOf(answer.error.data).toBeUnknown();
    if (!answer.ok && answer.error.code === 1) expectTypeOf(answer.error.data).toBeUnknown();
    if (!answer.ok && answer.error.code === 'http-status') {
      expectTypeOf(answer.error.status).toBeNumber();
    }
  });

  test('is no promise', async () => {
    expectTypeOf(await Promise.resolve(anyone)).toEqualTypeOf(anyone);
  });
});
