import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../dist/test-command/main.js', import.meta.url));

function runWithoutBrowser(environment: NodeJS.ProcessEnv): { status: number | null; out: string } {
  const env = { ...process.env, REQUIRE_BROWSER: '', ...environment, CHROMIUM: 'none' };
  const { status, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  return { status, out: stdout };
}

test('the test command prints how to run the tests if there is no browser', () => {
  const { status, out } = runWithoutBrowser({});
  expect(status).toBe(0);
  expect(out).toMatch(/^Left out: the tests in a browser\. To run them, .*`npm test` again\n$/);
});

test('the test command fails without a browser if REQUIRE_BROWSER is set', () => {
  expect(runWithoutBrowser({ REQUIRE_BROWSER: '1' }).status).toBe(1);
});
