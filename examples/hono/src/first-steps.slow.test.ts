import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { firstSteps } from './first-steps.js';
import { startServer } from '../../bank/test/start-server.js';
import { hasCurl, runInShell } from '../test/run-in-shell.js';

const demo = fileURLToPath(new URL('../dist/demo.js', import.meta.url));
const page = fileURLToPath(new URL('../../page', import.meta.url));

test.runIf(hasCurl())(
  'the first steps that npm start prints work with a new bank',
  async () => {
    await build({ root: page, logLevel: 'warn' });
    const folder = await mkdtemp(join(tmpdir(), 'bank-first-steps-'));
    const server = await startServer(demo, { PORT: '0', BANK_DATA: join(folder, 'bank') });
    const [origin = ''] = /(?<=running at )\S+/.exec(server.output.stdout) ?? [];
    const text = firstSteps(origin);
    expect(server.output.stdout).toContain(text);

    const [command = ''] = /^ *curl .*$/m.exec(text) ?? [];
    expect(JSON.parse(runInShell(command.trim()))).toMatchObject({
      result: [{ accountId: '1.1' }, { accountId: '1.2' }],
    });

    const [address = ''] = /(?<=Open )\S+/.exec(text) ?? [];
    expect(await (await fetch(address)).text()).toContain('<title>The bank</title>');
    const [docs = ''] = /\S+\/docs/.exec(text) ?? [];
    expect((await fetch(docs)).status).toBe(200);

    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await rm(folder, { recursive: true });
  },
  60_000,
);
