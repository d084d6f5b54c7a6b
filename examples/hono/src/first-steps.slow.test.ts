import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { firstSteps } from './first-steps.js';
import { startServer } from '../../bank/test/start-server.js';
import { hasCurl, runInShell } from '../test/run-in-shell.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

test.runIf(hasCurl())(
  'the first steps that npm start prints work with a new bank',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bank-first-steps-'));
    const server = await startServer(main, { PORT: '0', BANK_DATA: join(folder, 'bank') });
    const { origin } = new URL(server.addresses[0] ?? '');
    const text = firstSteps(origin);

    const [command = ''] = /^ *curl .*$/m.exec(text) ?? [];
    expect(JSON.parse(runInShell(command.trim()))).toMatchObject({
      result: [{ accountId: '1.1' }, { accountId: '1.2' }],
    });

    const [address = ''] = /(?<=Open )\S+/.exec(text) ?? [];
    const page = await fetch(address);
    expect([page.status, page.url]).toEqual([200, `${origin}/docs`]);

    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await rm(folder, { recursive: true });
  },
  60_000,
);
