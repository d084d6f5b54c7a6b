import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Editor } from '../src/site/editor.js';

const bank = `
import * as v from 'valibot';
import { backgroundTasks, defineError, dependency, Entrypoint, header } from '@jsonrpc-kit/core';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

const getUser = dependency({ userAuthToken: header(v.string()) }, ({ userAuthToken }) => ({
  name: userAuthToken,
}));

const getAccount = dependency(
  { accountId: v.string(), user: getUser, fresh: v.optional(v.boolean(), false) },
  async ({ accountId, user }) => ({ id: accountId, owner: user.name, balance: 100 }),
);

const transaction = dependency({ account: getAccount }, async function* ({ account }) {
  yield { take: (amount: number) => account.balance - amount };
});

export const v1 = new Entrypoint('/api/v1/jsonrpc');

/** Takes money out of an account. */
export const withdraw = v1.method(
  'withdraw',
  {
    args: {
      amount: v.pipe(v.number(), v.integer()),
      account: getAccount,
      tx: transaction,
      tasks: backgroundTasks,
    },
    result: v.object({ balance: v.number() }),
    errors: [NotEnoughMoney],
  },
  ({ amount, account, tx, tasks }) => {
    if (account.balance < amount) throw new NotEnoughMoney({ balance: account.balance });
    tasks.add(() => console.log(amount));
    return { balance: tx.take(amount) };
  },
);

/** Returns pong. */
export const ping = v1.method('health.ping', {}, () => 'pong');

const error = new NotEnoughMoney({ balance: 5 });
console.log(error.data, error.code, withdraw.handler);
`;

const client = `
import { createClient, safe } from '@jsonrpc-kit/client';
import { eventStream } from '@jsonrpc-kit/client/event-stream';
import type * as methods from './bank.js';

const bank = createClient<typeof methods>({ url: '/api/v1/jsonrpc' });
const taken = await bank.withdraw({ accountId: '1.1', amount: 5 });
const outcome = await safe(bank.withdraw({ accountId: '1.1', amount: 5 }));
if (!outcome.ok && outcome.error.code === 6001) console.log(outcome.error.data);
await bank.$notify.withdraw({ accountId: '1.1', amount: 5 });
const [pong, again] = await bank.$batch((b) => [
  b.$call('health.ping'),
  b.withdraw({ accountId: '1.1', amount: 5 }),
]);
console.log(taken, pong, again);
const live = createClient<typeof methods>({ transport: eventStream({ url: '/api/v1/jsonrpc' }) });
console.log(live);
`;

const editor = new Editor(
  join(import.meta.dirname, '..'),
  new Map([
    ['bank.ts', bank],
    ['client.ts', client],
  ]),
);

function declarationAt(file: 'bank.ts' | 'client.ts', text: string): string | undefined {
  return hoverAt(file, text)?.declaration;
}

function hoverAt(file: 'bank.ts' | 'client.ts', text: string): ReturnType<Editor['hover']> {
  const code = file === 'bank.ts' ? bank : client;
  expect(code.split(text), `${text} occurs once`).toHaveLength(2);
  return editor.hover(file, code.indexOf(text));
}

test('the example compiles', () => {
  expect(editor.errors('bank.ts')).toEqual([]);
  expect(editor.errors('client.ts')).toEqual([]);
});

test('a method shows its parameters, result, errors and handler', () => {
  expect(declarationAt('bank.ts', 'withdraw = v1')).toMatchInlineSnapshot(`
    "const withdraw: Method<{
        readonly name: "withdraw";
        readonly params: {
            amount: number;
            accountId: string;
            fresh?: boolean | undefined;
        };
        readonly result: {
            balance: number;
        };
        readonly error: NotEnoughMoney;
        readonly idempotent: false;
    }, (args: {
        amount: number;
        account: {
            id: string;
            owner: string;
            balance: number;
        };
        tx: {
            take: (amount: number) => number;
        };
        tasks: BackgroundTasks;
    }) => {
        readonly balance: number;
    } | Promise<{
        readonly balance: number;
    }>>"
  `);
  expect(declarationAt('bank.ts', 'ping = v1')).toMatchInlineSnapshot(`
    "const ping: Method<{
        readonly name: "health.ping";
        readonly params: {};
        readonly result: "pong";
        readonly error: never;
        readonly idempotent: false;
    }, (args: {}) => "pong" | Promise<"pong">>"
  `);
  expect(declarationAt('bank.ts', 'handler);')).toMatchInlineSnapshot(`
    "(property) Method<{ readonly name: "withdraw"; readonly params: { amount: number; accountId: string; fresh?: boolean | undefined; }; readonly result: { balance: number; }; readonly error: NotEnoughMoney; readonly idempotent: false; }, (args: { ...; }) => { ...; } | Promise<...>>.handler: (args: {
        amount: number;
        account: {
            id: string;
            owner: string;
            balance: number;
        };
        tx: {
            take: (amount: number) => number;
        };
        tasks: BackgroundTasks;
    }) => {
        readonly balance: number;
    } | Promise<{
        readonly balance: number;
    }>"
  `);
});

test('the arguments of a handler have the types of their sources', () => {
  expect(declarationAt('bank.ts', 'amount, account, tx')).toMatchInlineSnapshot(
    `"(parameter) amount: number"`,
  );
  expect(declarationAt('bank.ts', 'account, tx')).toMatchInlineSnapshot(`
    "(parameter) account: {
        id: string;
        owner: string;
        balance: number;
    }"
  `);
  expect(declarationAt('bank.ts', 'tx, tasks')).toMatchInlineSnapshot(`
    "(parameter) tx: {
        take: (amount: number) => number;
    }"
  `);
  expect(declarationAt('bank.ts', 'tasks }')).toMatchInlineSnapshot(
    `"(parameter) tasks: BackgroundTasks"`,
  );
});

test('a dependency shows its value and the parameters that it needs', () => {
  expect(declarationAt('bank.ts', 'getUser = ')).toMatchInlineSnapshot(`
    "const getUser: Dependency<{
        name: string;
    }, {}>"
  `);
  expect(declarationAt('bank.ts', 'getAccount = ')).toMatchInlineSnapshot(`
    "const getAccount: Dependency<{
        id: string;
        owner: string;
        balance: number;
    }, {
        accountId: string;
        fresh?: boolean | undefined;
    }>"
  `);
  expect(declarationAt('bank.ts', 'transaction = ')).toMatchInlineSnapshot(`
    "const transaction: Dependency<{
        take: (amount: number) => number;
    }, {
        accountId: string;
        fresh?: boolean | undefined;
    }>"
  `);
});

test('an error shows the type of its data', () => {
  expect(declarationAt('bank.ts', 'NotEnoughMoney({ balance: 5 })')).toMatchInlineSnapshot(`
    "constructor NotEnoughMoney(data: {
        balance: number;
    }, options?: ErrorOptions | undefined): NotEnoughMoney"
  `);
  expect(declarationAt('bank.ts', 'data, error.code')).toMatchInlineSnapshot(`
    "(property) BaseError<6001, { balance: number; }>.data: {
        balance: number;
    }"
  `);
  expect(declarationAt('bank.ts', 'code, withdraw')).toMatchInlineSnapshot(
    `"(property) DefinedError<6001, { balance: number; }>.code: 6001"`,
  );
});

test('an option shows its docstring', () => {
  expect(hoverAt('bank.ts', 'errors: [')?.docstring).toBe(
    'The errors that the method throws, in addition to those of its entrypoint.',
  );
});

test('a constructor call shows the docstring of the constructor', () => {
  expect(hoverAt('bank.ts', "Entrypoint('/api")?.docstring).toBe(
    'Creates an entrypoint without methods.',
  );
});

test('a client shows the module of its methods', () => {
  expect(declarationAt('client.ts', 'bank = ')).toMatchInlineSnapshot(
    `"const bank: ResolvedClient<typeof methods, never>"`,
  );
  expect(declarationAt('client.ts', 'live = ')).toMatchInlineSnapshot(
    `"const live: ResolvedConnectedClient<typeof methods, never>"`,
  );
  expect(declarationAt('client.ts', 'b) => [')).toMatchInlineSnapshot(
    `"(parameter) b: BatchBuilder<typeof methods, never>"`,
  );
});

test('a method of the client shows the docstring of the server method', () => {
  expect(hoverAt('client.ts', "withdraw({ accountId: '1.1', amount: 5 });\nconst outcome"))
    .toMatchInlineSnapshot(`
    {
      "declaration": "(property) withdraw: (params: {
        amount: number;
        accountId: string;
        fresh?: boolean | undefined;
    }, options?: CallOptions | undefined) => Call<{
        balance: number;
    }, CallError<methods.NotEnoughMoney>>",
      "docstring": "Takes money out of an account.",
    }
  `);
  expect(hoverAt('client.ts', "withdraw({ accountId: '1.1', amount: 5 }));")?.docstring).toBe(
    'Takes money out of an account.',
  );
});

test('the result of a call has the type of the method', () => {
  expect(declarationAt('client.ts', 'taken = ')).toMatchInlineSnapshot(`
    "const taken: {
        balance: number;
    }"
  `);
  expect(declarationAt('client.ts', 'outcome = ')).toMatchInlineSnapshot(`
    "const outcome: SafeResult<{
        balance: number;
    }, CallError<methods.NotEnoughMoney>>"
  `);
  expect(declarationAt('client.ts', 'data);')).toMatchInlineSnapshot(`
    "(property) JsonRpcError<6001, { balance: number; }>.data: {
        balance: number;
    }"
  `);
  expect(declarationAt('client.ts', 'pong, again] =')).toMatchInlineSnapshot(
    `"const pong: "pong""`,
  );
});
