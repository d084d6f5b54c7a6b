import { execFile as execFileWithCallback } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Bank, createBank } from '@jsonrpc-kit/example-bank';
import { openapi } from '@jsonrpc-kit/schema';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { node } from './servers/node.js';

const execFile = promisify(execFileWithCallback);

const folder = fileURLToPath(new URL('../.report/generated-client', import.meta.url));

/** An application that uses the generated client. It only compiles if the schema is correct. */
const calls = `
import { Api } from './bank-client.js';

export async function useBank(baseUrl: string, token: string) {
  const bank = new Api({ baseUrl, baseApiParams: { headers: { 'user-auth-token': token } } });
  const envelope = { jsonrpc: '2.0' as const, id: 1 };

  const opened = await bank.api.openAccount({
    ...envelope, method: 'openAccount', params: { name: 'for the client' },
  });
  if (!('result' in opened.data)) throw new Error(opened.data.error.message);
  const accountId: string = opened.data.result.accountId;

  const deposited = await bank.api.deposit({
    ...envelope, method: 'deposit', params: { accountId, amount: 500 },
  });
  const balance: number = 'result' in deposited.data ? deposited.data.result.balance : 0;

  const rejected = await bank.api.withdraw({
    ...envelope, method: 'withdraw', params: { accountId, amount: 700 },
  });
  // The code is a constant, so it narrows the type of the error.
  const missing: number = 'error' in rejected.data && rejected.data.error.code === 6001
    ? 700 - rejected.data.error.data.balance
    : 0;

  const statement = await bank.api.statement({
    ...envelope, method: 'statement', params: { accountId },
  });
  const kinds = 'result' in statement.data
    ? statement.data.result.lines.map(({ kind }): 'deposit' | 'withdrawal' | 'transfer in' | 'transfer out' => kind)
    : [];

  const batch = await bank.api.bankCalls([
    { ...envelope, method: 'listAccounts', params: {} },
    { ...envelope, id: 'two', method: 'statement', params: { accountId, limit: 1 } },
  ]);
  const ids = Array.isArray(batch.data) ? batch.data.map(({ id }) => id) : [];

  const pong = await bank.api.ping({ ...envelope, method: 'ping' });
  const reply: 'pong' | undefined = 'result' in pong.data ? pong.data.result : undefined;

  return { balance, missing, kinds, ids, reply };
}
`;

const wrongCalls = `
import { Api } from './bank-client.js';

const bank = new Api();
void bank.api.deposit({ jsonrpc: '2.0', method: 'deposit', params: { accountId: '1.1', amount: '5' } });
void bank.api.ping({ jsonrpc: '2.0', method: 'pong' });
void bank.api.listAccounts({ jsonrpc: '2.0', method: 'listAccounts', traceId: 'x' });
`;

const compilerOptions = {
  target: 'es2023',
  lib: ['ES2023', 'DOM'],
  types: [],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

let bank: Bank;

beforeAll(async () => {
  const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };
  bank = await createBank({ logger: silent });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // The generator accepts plain JSON only, and may change it.
  const spec = JSON.parse(JSON.stringify(openapi(bank.api))) as never;
  const { files } = await generateApi({ spec, output: false, silent: true });
  const client = files.map(({ fileContent }) => fileContent).join('\n');
  // This comment would disable type checking.
  await write('bank-client.ts', client.replace('// @ts-nocheck', ''));
  await write('calls.ts', calls);
  await write('wrong-calls.ts', wrongCalls);
  await write('package.json', '{"type":"module"}');
});

afterAll(() => bank.close());

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
}

/** Compiles the file in strict mode, and returns the output of the compiler. */
async function compile(file: string): Promise<string> {
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  const main = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = join(dirname(main), 'bin', 'tsc');
  try {
    return (await execFile(process.execPath, [tsc, '-p', folder])).stdout;
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

test('a client that swagger-typescript-api generates from the OpenAPI schema compiles', async () => {
  expect(await compile('calls.ts')).toBe('');
});

test('the types of a generated client reject wrong calls', async () => {
  const problems = await compile('wrong-calls.ts');
  expect(problems).toContain("Type 'string' is not assignable to type 'number'");
  expect(problems).toContain(`Type '"pong"' is not assignable to type '"ping"'`);
  expect(problems).toContain("'traceId' does not exist in type 'ListAccountsRequest'");
  expect(problems.match(/error TS/g)).toHaveLength(3);
});

test('a generated client calls the bank', async () => {
  const serving = await node.serve({ apis: [{ api: bank.api }] });
  const client = (await import(pathToFileURL(join(folder, 'calls.ts')).href)) as {
    useBank: (baseUrl: string, token: string) => Promise<unknown>;
  };
  expect(await client.useBank(`http://127.0.0.1:${serving.port}`, 'alice-token')).toEqual({
    balance: 500,
    missing: 200,
    kinds: ['deposit'],
    ids: [1, 'two'],
    reply: 'pong',
  });
  await serving.close();
});
