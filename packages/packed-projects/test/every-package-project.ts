import { readdirSync, readFileSync } from 'node:fs';
import { catalogVersion } from './catalog-version.js';
import { createProject, type Project } from './project.js';
import { triedTarballs } from './tried-tarballs.js';

const sources = new URL('every-package/', import.meta.url);
const bundled = new URL('edge/', import.meta.url);

/** What our packages want beside them, and what the project is compiled with. */
const others = [
  '@hono/node-server',
  '@opentelemetry/api',
  '@sentry/core',
  '@types/express',
  '@types/node',
  'express',
  'fastify',
  'hono',
  'typescript',
  'valibot',
  'vitest',
];

/** What the catalog has in another version, or not at all; only where a release is tried. */
const elsewhere = { 'typescript-5.9': 'npm:typescript@~5.9.3', workerd: '^1.20261117.1' };

/**
 * Makes a project that has every package installed, and a program that uses each of them: as ES modules
 * (`esm/`) and, the same once more, as CommonJS (`cjs/`).
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
  const ours = [...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]);
  const theirs = others.map((name) => [name, catalogVersion(name)]);
  return {
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries([...ours, ...theirs]),
      ...(triedTarballs !== undefined && elsewhere),
    },
  };
}
