import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../../bank/test/start-server.js';
import { readWalkthrough } from '../test/read-walkthrough.js';
import { hasCurl, runInShell } from '../test/run-in-shell.js';

/** The walkthrough is in the root's README; `WALKTHROUGH` names another file. */
const file =
  process.env['WALKTHROUGH'] ?? fileURLToPath(new URL('../../../README.md', import.meta.url));
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const steps = readWalkthrough(await readFile(file, 'utf8'));

test(`${file} has a walkthrough of at least nine steps`, () => {
  expect(steps.length).toBeGreaterThanOrEqual(9);
});

describe.runIf(hasCurl())('the walkthrough of a new bank prints what the README shows', () => {
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

  // In order, because each step needs the balance of the previous one.
  test.each(steps)(
    'the command of the README prints the shown output: $title',
    ({ command, output }) => {
      const { host } = new URL(server.addresses[0] ?? '');
      expect(runInShell(command.replaceAll('127.0.0.1:3000', host))).toBe(output);
    },
  );
});
