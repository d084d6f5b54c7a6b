import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../../bank/test/start-server.js';
import { parseCurl } from './testing/parse-curl.js';
import { readWalk, type Step } from './testing/read-walk.js';
import { runCurl } from './testing/run-curl.js';

/** Where the walk may stand; `WALK` names another file. The first that has one is walked. */
const files = process.env['WALK']
  ? [process.env['WALK']]
  : ['../../../README.md', '../README.md'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    );

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const { file, steps } = await findWalk();

async function findWalk(): Promise<{ file: string; steps: readonly Step[] }> {
  for (const candidate of files) {
    const found = readWalk(await readFile(candidate, 'utf8'));
    if (found.length > 0) return { file: candidate, steps: found };
  }
  throw new Error(`There is no walk in ${files.join(' nor in ')}`);
}

/** Ways to run a command and get what it prints. */
const walkers: Readonly<Record<string, (command: string) => Promise<string>>> = {
  'without curl': (command) => runCurl(parseCurl(command)),
  ...(hasCurl() ? { 'by curl': runInShell } : {}),
};

function hasCurl(): boolean {
  const isThere = spawnSync('curl', ['--version']).status === 0;
  if (!isThere) console.info(`Left out: the walk by curl itself, which is not installed`);
  return isThere;
}

async function runInShell(command: string): Promise<string> {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}\nended with ${status}: ${stderr}`);
  return stdout;
}

test(`the walk in ${file} is a whole one`, () => {
  expect(steps.length).toBeGreaterThanOrEqual(9);
});

describe.each(Object.entries(walkers))('the walk %s, from a fresh bank', (_, walk) => {
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bank-walk-'));
    server = await startServer(main, { PORT: '0', BANK_DATA: join(folder, 'bank') });
  }, 60_000);
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true });
  });

  // In their order: one step's balance is the next one's.
  test.each(steps)('$title', async ({ command, output }) => {
    const { host } = new URL(server.addresses[0] ?? '');
    expect(await walk(command.replaceAll('127.0.0.1:3000', host))).toBe(output);
  });
});
