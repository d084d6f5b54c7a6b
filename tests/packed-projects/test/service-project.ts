import { readdirSync, readFileSync } from 'node:fs';
import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';
import { createProject, type Project } from '@jsonrpc-kit/test-support/project';

const sources = new URL('service/', import.meta.url);
const servers = new URL('every-package/servers.ts', import.meta.url);

const ours = ['client', 'core', 'express', 'fastify', 'hono', 'node'];

const others = [
  '@electric-sql/pglite',
  '@hono/node-server',
  '@types/express',
  '@types/node',
  'drizzle-orm',
  'express',
  'fastify',
  'hono',
  'typescript',
  'typescript-5-4',
  'valibot',
];

const configuration = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    // The declarations of Drizzle and PGlite don't compile without their optional peers.
    skipLibCheck: true,
    declaration: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    rootDir: '.',
  },
  include: ['service'],
};

/**
 * Creates a project in an empty folder: a service with two entrypoints, a login, a database and
 * transactions, and a client of it.
 */
export async function newServiceProject(
  tarballs: Readonly<Record<string, string>>,
): Promise<Project> {
  const project = createProject('service');
  for (const name of readdirSync(sources)) {
    project.write(`service/${name}`, readFileSync(new URL(name, sources), 'utf8'));
  }
  project.write('every-package/servers.ts', readFileSync(servers, 'utf8'));
  project.write('tsconfig.json', JSON.stringify(configuration));
  project.write('package.json', JSON.stringify(manifest(tarballs), undefined, 2));
  await project.install();
  return project;
}

function manifest(tarballs: Readonly<Record<string, string>>): object {
  const packed = ours.map((name) => `@jsonrpc-kit/${name}`);
  return {
    private: true,
    type: 'module',
    dependencies: Object.fromEntries([
      ...packed.map((name) => [name, `file:${tarballs[name]}`]),
      ...others.map((name) => [name, catalogVersion(name)]),
    ]),
  };
}
