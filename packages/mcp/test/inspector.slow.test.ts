import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shellEnvironment } from '@jsonrpc-kit/test-support/run';
import {
  type InstalledPrograms,
  installPrograms,
} from '@jsonrpc-kit/test-support/installed-programs';

const BANK = fileURLToPath(new URL('../../../examples/hono/dist/main.js', import.meta.url));

let programs: InstalledPrograms;
let bank: ChildProcess;
let url: string;

beforeAll(async () => {
  programs = await installPrograms('@modelcontextprotocol/inspector@2.12');
  bank = spawn(process.execPath, [BANK], {
    env: { PORT: '0', BANK_DATA: join(programs.folder, 'bank') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await printedUrl(bank);
}, 300_000);

afterAll(async () => {
  const exit = once(bank, 'exit');
  bank.kill();
  await exit;
  await rm(programs.folder, { recursive: true });
}, 60_000);

/** Waits until the server of the bank prints the address of its tools. */
function printedUrl(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (text: string): void => {
      printed += text;
      const [found] = /^\S+\/mcp$/m.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    };
    server.stdout?.setEncoding('utf8').on('data', read);
    server.stderr?.setEncoding('utf8').on('data', read);
    server.on('close', () => reject(new Error(`The bank did not start: ${printed}`)));
  });
}

interface Outcome {
  readonly exitCode: number;
  /** What the inspector printed: the result of the request. */
  readonly result: unknown;
  readonly stderr: string;
}

/** Runs the command line of the inspector as the guide shows it. */
function inspect(...args: readonly string[]): Promise<Outcome> {
  const { node, folder } = programs;
  const packageFolder = join(folder, 'node_modules/@modelcontextprotocol/inspector');
  const main = join(packageFolder, 'clients/launcher/build/index.js');
  const env = { ...shellEnvironment(), HOME: folder, PATH: dirname(node) };
  return new Promise((resolve) => {
    const all = [main, '--cli', url, '--transport', 'http', ...args];
    const child = execFile(node, all, { env }, (_error, stdout, stderr) => {
      const result: unknown = stdout.trim() === '' ? undefined : JSON.parse(stdout);
      resolve({ exitCode: child.exitCode ?? -1, result, stderr });
    });
  });
}

describe.each(['modern', 'legacy'])('the command line of the inspector, as a %s client', (era) => {
  const call = (token: string, tool: string, ...args: readonly string[]): Promise<Outcome> => {
    const header = ['--header', `user-auth-token: ${token}`];
    const toolArgs = args.flatMap((arg) => ['--tool-arg', arg]);
    const method = ['--method', 'tools/call', '--tool-name', tool];
    return inspect('--protocol-era', era, ...header, ...method, ...toolArgs);
  };

  test('lists the tools of the bank', async () => {
    const outcome = await inspect('--protocol-era', era, '--method', 'tools/list');
    expect(outcome).toMatchObject({ exitCode: 0 });
    const { tools } = outcome.result as { tools: readonly { readonly name: string }[] };
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'deposit',
      'listAccounts',
      'openAccount',
      'sendStatement',
      'statement',
      'transfer',
      'withdraw',
    ]);
  });

  test('calls a tool of the bank with the credential of a header', async () => {
    const outcome = await call('alice-token', 'withdraw', 'accountId="1.1"', 'amount=100');
    expect(outcome).toMatchObject({
      exitCode: 0,
      result: { structuredContent: { balance: expect.any(Number) } },
    });
  });

  test.each([
    ['wrong arguments', 'alice-token', 'amount=0', /^Invalid params .*\n- amount: /],
    ['too large an amount', 'alice-token', 'amount=1000000', /^Not enough money \(code 6001\)\n/],
    ['an unknown credential', 'mallory-token', 'amount=1', /^Auth error \(code 7000\)$/],
  ])('gets an error that it can act on for %s', async (_, token, amount, text) => {
    expect(await call(token, 'withdraw', 'accountId="1.1"', amount)).toMatchObject({
      exitCode: 5,
      result: { isError: true, content: [{ text: expect.stringMatching(text) }] },
      stderr: expect.stringContaining('"tool_is_error"'),
    });
  });

  test('gets an error for an unknown tool', async () => {
    expect(await call('alice-token', 'rob')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('"tool_not_found"'),
    });
  });
});
