import { spawnSync } from 'node:child_process';
import { defineConfig, mergeConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** The programs that the tests of each file run. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'test/caddy.slow.test.ts': ['caddy'],
  'test/nginx.slow.test.ts': ['nginx', 'curl'],
  'test/systemd.slow.test.ts': ['systemd-analyze', 'curl'],
};

const tests = packageTests();

export default defineConfig((env) => {
  const exclude = env.mode === 'slow' && !process.env['REQUIRE_PROXIES'] ? filesToLeaveOut() : [];
  return mergeConfig(tests(env), { test: { exclude } });
});

/** Returns the files whose programs aren't installed, and prints how to run them. */
function filesToLeaveOut(): readonly string[] {
  return Object.entries(programs).flatMap(([file, names]) => {
    const missing = names.filter((name) => !isInstalled(name)).join(' and ');
    if (missing === '') return [];
    console.log(
      `Left out: ${file}. To run it, install ${missing}, and run \`npm run test:slow\` again`,
    );
    return [file];
  });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
}
