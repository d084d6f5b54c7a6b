import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { combinations } from '../../../../packages/create-jsonrpc-kit/test/combinations.js';
import { createProject, type Project } from '@jsonrpc-kit/test-support/project';
import { run } from '@jsonrpc-kit/test-support/run';

// The package manager is irrelevant here, because one folder has the dependencies of all projects.
const projects = combinations
  .filter((choices) => choices['package-manager'] === 'npm')
  .map((choices) => ({ choices, name: Object.values(choices).join('-') }));

let parent: Project;
beforeAll(async () => {
  parent = createProject('combinations');
  parent.write('package.json', JSON.stringify(await manifest()));
  await parent.install();
}, 300_000);
afterAll(() => parent.remove(), 300_000);

test.each(projects)('the project $name compiles strictly', async ({ choices, name }) => {
  const flags = Object.entries(choices).flatMap(([flag, value]) => [`--${flag}`, `${value}`]);
  await run('node_modules/.bin/create-jsonrpc-kit', [name, ...flags], parent.folder);
  expect(await parent.tool('tsc', '-p', name)).toEqual({ code: 0, output: '' });
});

test('projects with each schema library, without a database and with PGlite, pass their tests', async () => {
  // The projects of the other frameworks have the same tests.
  // Those on PostgreSQL need the setup file of each project, which a common run doesn't load.
  const others = ['--exclude', '**/*-postgres-*/**'];
  const { code, output } = await parent.tool(
    'vitest',
    'run',
    '--testTimeout=60000',
    ...others,
    'hono-',
  );
  expect(output).toMatch(/Tests +15 passed \(15\)/);
  expect(code).toBe(0);
  // Each project with a database starts PGlite for each of its test files.
}, 300_000);

/** The dependencies of all projects, which are the development dependencies of the command. */
async function manifest(): Promise<object> {
  const tarballs: Readonly<Record<string, string>> = inject('tarballs');
  const command = tarballs['create-jsonrpc-kit'] ?? '';
  const packed = await run('tar', ['-xzOf', command, 'package/package.json'], parent.folder);
  const { devDependencies } = JSON.parse(packed) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const ours = Object.fromEntries(
    Object.entries(tarballs).map(([name, tarball]) => [name, `file:${tarball}`]),
  );
  const names = [...Object.keys(devDependencies), 'create-jsonrpc-kit'];
  const dependencies = Object.fromEntries(
    names.map((name) => [name, ours[name] ?? devDependencies[name]]),
  );
  // Our packages depend on each other, and the registry has none of them.
  return { private: true, type: 'module', dependencies, overrides: ours };
}
