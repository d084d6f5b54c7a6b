import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { combinations } from '../../test/combinations.js';
import type { Choices } from './choices.js';
import { readVersions } from './read-versions.js';
import { composeProject } from './compose-project.js';

const shop: Choices = {
  framework: 'hono',
  schema: 'zod',
  database: 'pglite',
  'package-manager': 'pnpm',
};

const json = (files: ReadonlyMap<string, string>, path: string): Record<string, unknown> =>
  JSON.parse(files.get(path) ?? '') as Record<string, unknown>;

test('a project has the files of its choices', () => {
  expect([...composeProject('shop', shop).keys()]).toEqual([
    '.dockerignore',
    '.gitignore',
    'AGENTS.md',
    'Dockerfile',
    'README.md',
    'package.json',
    'pnpm-workspace.yaml',
    'src/api.ts',
    'src/database.test.ts',
    'src/database.ts',
    'src/methods.test.ts',
    'src/methods.ts',
    'src/schemas.ts',
    'src/server.ts',
    'src/tracing.ts',
    'tsconfig.build.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]);
});

test('package.json has the name of the project, and the dependencies of its choices only', () => {
  const { name, dependencies } = json(composeProject('shop', shop), 'package.json');
  expect(name).toBe('shop');
  expect(Object.keys(dependencies as object)).toEqual([
    '@electric-sql/pglite',
    '@hono/node-server',
    '@jsonrpc-kit/core',
    '@jsonrpc-kit/hono',
    '@jsonrpc-kit/schema',
    '@jsonrpc-kit/tracker',
    '@sentry/core',
    '@sentry/node',
    'drizzle-orm',
    'hono',
    'zod',
  ]);
});

test('the README builds and runs an image with the name of the project', () => {
  const readme = composeProject('shop', shop).get('README.md');
  expect(readme).toContain('docker build --tag shop .\ndocker run --rm --publish 3000:3000 shop\n');
  expect(readme).toContain('--volume shop-data:/app/data shop\n');
});

test.each(['hono', 'express', 'fastify', 'node'] as const)(
  'a server with %s keeps idle connections longer than a proxy',
  (framework) => {
    const server = composeProject('shop', { ...shop, framework }).get('src/server.ts');
    expect(server).toMatch(/keepAliveTimeout(?:: | = )65_000/);
  },
);

test('a Worker has its settings instead of a container', () => {
  const files = composeProject('shop', { ...shop, framework: 'workers', database: 'none' });
  expect(json(files, 'wrangler.json')).toMatchObject({
    name: 'shop',
    // Sentry needs the first one, and without the second one, disconnects don't abort calls.
    compatibility_flags: ['nodejs_als', 'enable_request_signal'],
  });
  expect(files.has('Dockerfile')).toBe(false);
  expect(files.get('.gitignore')).toContain('node_modules/\ndist/\n*.log\n.env\n.wrangler/\n');
});

test('the instructions for coding agents name skills of the packages', () => {
  const text = composeProject('shop', shop).get('AGENTS.md') ?? '';
  const skills = [...text.matchAll(/node_modules\/@jsonrpc-kit\/(\S+SKILL\.md)/g)];
  expect(skills).toHaveLength(3);
  for (const [, path = ''] of skills) {
    expect([path, existsSync(new URL(`../../../${path}`, import.meta.url))]).toEqual([path, true]);
  }
});

test('npm and pnpm may run the install scripts of the dependencies', () => {
  const forNpm = composeProject('shop', { ...shop, 'package-manager': 'npm' });
  expect(json(forNpm, 'package.json')['allowScripts']).toEqual({ esbuild: true });
  expect(composeProject('shop', shop).get('pnpm-workspace.yaml')).toMatch(
    /\nallowBuilds:\n  esbuild: true\n$/,
  );

  const worker = { ...shop, framework: 'workers', database: 'none' } as const;
  const workerForNpm = composeProject('shop', { ...worker, 'package-manager': 'npm' });
  const all = { esbuild: true, sharp: true, workerd: true };
  expect(json(workerForNpm, 'package.json')['allowScripts']).toEqual(all);
  expect(composeProject('shop', worker).get('pnpm-workspace.yaml')).toMatch(
    /\nallowBuilds:\n  esbuild: true\n  sharp: true\n  workerd: true\n$/,
  );
});

test.each(combinations)(
  'a project with $framework, $schema, $database and $package-manager has consistent files',
  (choices) => {
    const files = composeProject('shop', choices);
    expect(Object.keys(json(files, 'package.json'))).toEqual([
      'name',
      'version',
      'private',
      'type',
      'scripts',
      'dependencies',
      'devDependencies',
      'engines',
      ...(choices['package-manager'] === 'npm' ? ['allowScripts'] : []),
      ...(choices['package-manager'] === 'yarn' ? ['resolutions'] : []),
    ]);

    const readme = files.get('README.md') ?? '';
    const named = readme.matchAll(/^(?:npm|pnpm|yarn|bun) (?:run )?([a-z]+) +#/gm);
    const commands = [...named].map(([, command]) => command);
    expect(commands).toEqual(['install', 'test', 'types', 'dev']);
    expect(readme).toContain(`${choices['package-manager']} install`);
    expect(readme).not.toContain('\n\n\n');

    const dockerfile = files.get('Dockerfile') ?? '';
    expect(dockerfile.includes('USER node')).toBe(choices.framework !== 'workers');
    expect(dockerfile.includes('VOLUME')).toBe(choices.database === 'pglite');
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((name) => name !== 'src' && !/lock/.test(name));
    expect([...files.keys()]).toEqual(expect.arrayContaining(copied));
    expect(files.has('compose.yaml')).toBe(choices.database === 'postgres');
  },
);

test('the server, the tests and Compose use the same database', () => {
  const files = composeProject('shop', { ...shop, database: 'postgres' });
  expect(files.get('src/database.ts')).toContain('postgres://greetings:greetings@127.0.0.1:5432/');
  const compose = files.get('compose.yaml') ?? '';
  expect(compose).toContain('POSTGRES_USER: greetings\n      POSTGRES_PASSWORD: greetings\n');
  expect(compose).toContain('- 127.0.0.1:5432:5432\n');
  expect(compose).toContain('postgres://greetings:greetings@database:5432/greetings\n');
});

test('the container has the major version of pnpm that this repository uses', () => {
  const dockerfile = composeProject('shop', shop).get('Dockerfile');
  const root = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const [, major] = /"version": "\^(\d+)\.0\.0"/.exec(root) ?? [];
  expect(dockerfile).toContain(`npm install --global pnpm@${major}\n`);
});

test('the development dependencies are exactly the dependencies of all projects', () => {
  const manifests = combinations.map((choices) =>
    json(composeProject('shop', choices), 'package.json'),
  );
  const used = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...(dependencies as object), ...(devDependencies as object) }),
  );
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(readVersions()).toSorted());
});
