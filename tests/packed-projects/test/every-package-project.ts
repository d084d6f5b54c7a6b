import { readdirSync, readFileSync } from 'node:fs';
import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';
import { createProject, type Project } from '@jsonrpc-kit/test-support/project';
import { releaseTarballs } from './release-tarballs.js';

const sources = new URL('every-package/', import.meta.url);
const bundled = new URL('edge/', import.meta.url);

/** Peer dependencies of our packages, and the tools of the project. */
const others = [
  '@hono/node-server',
  '@opentelemetry/api',
  '@sentry/core',
  '@types/express',
  '@types/node',
  'express',
  'fastify',
  'hono',
  'p-queue',
  'pg-boss',
  'typescript',
  'valibot',
  'vitest',
  'ws',
];

/** Dependencies that the catalog doesn't have in this version. They are installed only to test a release. */
const releaseDependencies = { 'typescript-5.9': 'npm:typescript@~5.9.3', workerd: '^1.20261117.1' };

/**
 * Creates a project with every package and a program that uses each of them, as ES modules (`esm/`)
 * and as CommonJS (`cjs/`).
 */
export async function newEveryPackageProject(
  tarballs: ReadonlyMap<string, string>,
): Promise<Project> {
  const project = createProject('every-package');
  for (const [name, code] of filesIn(sources)) {
    project.write(`esm/${name}`, code);
    project.write(
      `cjs/${name.replace(/ts$/, 'cts')}`,
      code.replaceAll(/'(\.\/.+)\.js'/g, "'$1.cjs'"),
    );
  }
  for (const [name, code] of filesIn(bundled)) project.write(`edge/${name}`, code);
  project.write('package.json', JSON.stringify(manifest(tarballs), undefined, 2));
  await project.install();
  return project;
}

function filesIn(folder: URL): readonly (readonly [name: string, code: string])[] {
  return readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
}

function manifest(tarballs: ReadonlyMap<string, string>): object {
  const ours = [...tarballs]
    .filter(([name]) => name.startsWith('@jsonrpc-kit/'))
    .map(([name, tarball]) => [name, `file:${tarball}`]);
  const theirs = others.map((name) => [name, catalogVersion(name)]);
  return {
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries([...ours, ...theirs]),
      ...(releaseTarballs !== undefined && releaseDependencies),
    },
  };
}
