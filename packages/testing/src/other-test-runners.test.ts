import { execFile as execFileWithCallback } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const execFile = promisify(execFileWithCallback);
const [hooks = '', file = ''] = ['without-vitest.mjs', 'bank.mjs'].map((name) =>
  fileURLToPath(new URL(`../test/node-test/${name}`, import.meta.url)),
);

test('the client works with node:test in a project without Vitest', async () => {
  const options = ['--import', hooks, '--test-reporter', 'tap'];
  const { stdout } = await execFile(process.execPath, [...options, file]);
  expect(stdout).toContain('# pass 3\n# fail 0');
});
