import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the sources compile with the types of Sentry 11', async () => {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const args = [tsc, '-p', 'tsconfig.sentry-11.json'];
  const output = await promisify(execFile)(process.execPath, args, { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe('');
});
