import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { LanguageServer } from './language-server.js';

const code = `
import * as v from 'valibot';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';

const getAccount = dependency({ accountId: v.string() }, ({ accountId }) => ({ id: accountId }));
const v1 = new Entrypoint('/api/v1/jsonrpc');
export const close = v1.method(
  'close',
  { args: { account: getAccount, reason: v.optional(v.string()) }, result: v.boolean() },
  ({ account, reason }) => account.id !== reason,
);
`;

let server: LanguageServer;
beforeAll(async () => {
  server = await LanguageServer.start(join(import.meta.dirname, '../..'));
  await server.open('bank.ts', code);
});
afterAll(() => server.stop());

test('the language server of TypeScript 7 shows a method as that of 5.9 does', async () => {
  expect(await server.hover('bank.ts', code, code.indexOf('close ='))).toMatchInlineSnapshot(`
    "\`\`\`typescript
    const close: Method<{
        readonly name: "close";
        readonly params: {
            accountId: string;
            reason?: string | undefined;
        };
        readonly result: boolean;
        readonly error: never;
    }, (args: {
        account: {
            id: string;
        };
        reason: string | undefined;
    }) => boolean | Promise<boolean>>
    \`\`\`
    "
  `);
});

test('and a dependency, and the comment of an import', async () => {
  expect(await server.hover('bank.ts', code, code.indexOf('getAccount ='))).toMatchInlineSnapshot(`
    "\`\`\`typescript
    const getAccount: Dependency<{
        id: string;
    }, {
        accountId: string;
    }>
    \`\`\`
    "
  `);
  expect(await server.hover('bank.ts', code, code.indexOf('Api,'))).toMatchInlineSnapshot(`
    "\`\`\`typescript
    (alias) class Api
    \`\`\`
    The application: entrypoints, and what they share.

    \`\`\`ts
    const api = new Api({ title: 'Bank', version: '1.0.0' });
    api.bindEntrypoint(v1);
    \`\`\`"
  `);
});
