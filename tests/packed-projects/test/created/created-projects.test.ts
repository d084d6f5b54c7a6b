import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Choices } from '../../../../packages/create-jsonrpc-kit/src/project/choices.js';
import { combinations } from '../../../../packages/create-jsonrpc-kit/test/combinations.js';
import { type NodeBinary, oldestAndNewestNode } from '../node-binaries.js';
import { type Registry, serveTarballs } from '../quick-start-registry.js';
import { releaseTarballs } from '../release-tarballs.js';
import { checkService } from './check-service.js';
import { CreatedProject } from './created-project.js';
import { SteppedImage } from './dockerfile.js';
import { type SentryServer, startSentryServer } from './sentry-server.js';
import type { ServerProcess } from './server-process.js';
import { installTools, type Tools, type YarnVersion } from './tools.js';

// Two at a time, because each test waits for disks and servers half of its time.
vi.setConfig({ maxConcurrency: 2 });

/** A few projects that cover every option of every choice. */
const coveringChoices: readonly Choices[] = [
  { framework: 'node', schema: 'zod', database: 'none', 'package-manager': 'npm' },
  { framework: 'fastify', schema: 'zod', database: 'none', 'package-manager': 'yarn' },
  { framework: 'express', schema: 'valibot', database: 'postgres', 'package-manager': 'yarn' },
  { framework: 'fastify', schema: 'valibot', database: 'pglite', 'package-manager': 'bun' },
  { framework: 'hono', schema: 'zod', database: 'pglite', 'package-manager': 'pnpm' },
  { framework: 'workers', schema: 'arktype', database: 'none', 'package-manager': 'npm' },
];

/**
 * Every combination of framework, schema library and database, with package managers in turn. Each package
 * manager has projects with and without a database.
 */
const allCombinations = combinations.filter((_, index) => {
  const [group, pair] = [Math.floor(index / 4), Math.floor(index / 8)];
  return index % 4 === (group + pair) % 4;
});

/** The projects to create: those with PostgreSQL need its server. */
function projectsToCreate(): readonly Choices[] {
  const projects = releaseTarballs === undefined ? coveringChoices : allCombinations;
  if (process.env['DATABASE_URL']) return projects;
  console.info('Left out: the created projects with PostgreSQL. DATABASE_URL would name a server.');
  return projects.filter(({ database }) => database !== 'postgres');
}

let sentry: SentryServer;
let oldest: NodeBinary;
let newest: NodeBinary;

// npm has these binaries of Node and Bun for Linux on x64.
const canRun = process.platform === 'linux' && process.arch === 'x64';
if (!canRun) console.info('Left out: the created projects, which need Linux on x64');

describe.runIf(canRun)('a created project', () => {
  let folder: string;
  let registry: Registry;
  let tools: Tools;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-tools-'));
    const tarballs: Readonly<Record<string, string>> = inject('tarballs');
    registry = await serveTarballs(tarballs);
    sentry = await startSentryServer();
    tools = await installTools(join(folder, 'tools'), tarballs['create-jsonrpc-kit'] ?? '');
    const nodes = await oldestAndNewestNode(join(folder, 'nodes'));
    [oldest, newest] = nodes as [NodeBinary, NodeBinary];
  }, 300_000);

  afterAll(() => {
    registry.close();
    sentry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.concurrent.each(withYarnVersions(projectsToCreate()))(
    'a project with %s works on the oldest and the newest Node',
    async (_, choices, yarn) => {
      const project = await CreatedProject.create({ choices, yarn, tools, registry: registry.url });
      try {
        await project.install();
        await project.script('types', newest);
        for (const each of [oldest, newest]) await project.script('test', each);
        if (choices.database === 'postgres') {
          const server = { TEST_DATABASE_URL: process.env['DATABASE_URL'] };
          await project.script('test', newest, server);
        }
        const expectWorks = choices.framework === 'workers' ? expectWorkerWorks : expectServerWorks;
        await expectWorks(project);
      } finally {
        project.remove();
      }
    },
    600_000,
  );
});

test('the tests create every option of every choice', () => {
  const options = (projects: readonly Choices[]): Set<string> =>
    new Set(projects.flatMap((choices) => Object.entries(choices).map((each) => each.join(' '))));
  expect(options(coveringChoices)).toEqual(options(combinations));
  expect(allCombinations).toHaveLength(39);
  const managers = (database: string): Set<string> =>
    new Set(
      allCombinations
        .filter((each) => each.database === database)
        .map((each) => each['package-manager']),
    );
  expect(managers('pglite')).toEqual(managers('none'));
  expect(managers('postgres')).toEqual(managers('none'));
});

/** Returns titles and choices, so that Yarn 1 and Yarn 4 both have projects with and without a database. */
function withYarnVersions(
  projects: readonly Choices[],
): readonly (readonly [string, Choices, YarnVersion])[] {
  const withYarn = projects.filter((choices) => choices['package-manager'] === 'yarn');
  return projects.map((choices) => {
    const index = withYarn.indexOf(choices) % 4;
    const yarn = index === 0 || index === 3 ? 1 : 4;
    const words = Object.values(choices).map((word: string) =>
      word === 'yarn' ? `yarn ${yarn}` : word,
    );
    return [words.join(', '), choices, yarn];
  });
}

/** Runs a Worker on workerd, which its script `dev` starts. */
async function expectWorkerWorks(project: CreatedProject): Promise<void> {
  await checkAndEnd(await project.startDev(oldest));

  const { dsn, hasReceived } = sentry.newProject();
  project.write('.dev.vars', `SENTRY_DSN=${dsn}\n`);
  await checkAndEnd(await project.startDev(newest), () => hasReceived('"greet"'));
}

/** Runs a server with its script `dev`, as its build, and as its container. */
async function expectServerWorks(project: CreatedProject): Promise<void> {
  await checkAndEnd(await project.startDev(oldest));

  await project.script('build', oldest);
  expect(await checkAndEnd(await project.start(oldest))).toBe(0);

  const image = await SteppedImage.build({
    context: project.folder,
    variables: project.environment(newest.binary),
    npmrc: project.npmrc,
  });
  try {
    await expectContainerWorks(image);
  } finally {
    image.remove();
  }
}

/** Checks a container with its user, its health and its traces. */
async function expectContainerWorks(image: SteppedImage): Promise<void> {
  expect(image.user).toBe('node');
  const modules = await readdir(join(image.app, 'node_modules'));
  expect(modules.filter((name) => ['tsx', 'vitest'].includes(name))).toEqual([]);

  const { dsn, hasReceived } = sentry.newProject();
  const server = await image.start({ PORT: '0', SENTRY_DSN: dsn });
  const { port } = new URL(server.url);
  const exitCode = await checkAndEnd(server, async () => {
    expect(await image.isHealthy({ PORT: port })).toBe(true);
  });
  expect(exitCode).toBe(0);
  expect(await image.isHealthy({ PORT: port })).toBe(false);
  await hasReceived('"greet"');
}

/** Calls a server and ends it, whatever happens. Returns its exit code. */
async function checkAndEnd(
  server: ServerProcess,
  check = async (): Promise<void> => undefined,
): Promise<number | null> {
  try {
    await checkService(server.url);
    await check();
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  }
  return server.end('SIGTERM');
}
