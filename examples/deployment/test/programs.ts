import { spawnSync } from 'node:child_process';
import { test, type TestAPI } from 'vitest';

/**
 * Returns `test`, or a `test` that is skipped if a program isn't installed. With `REQUIRE_PROXIES`, as in
 * the continuous integration, a missing program fails the tests.
 */
export function testWith(program: string): TestAPI | TestAPI['skip'] {
  const { error } = spawnSync(program, ['--help'], { stdio: 'ignore' });
  if (error === undefined || process.env['REQUIRE_PROXIES']) return test;
  console.info(`Left out: the tests with ${program}, which is not installed`);
  return test.skip;
}
