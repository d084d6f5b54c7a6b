import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';
import { type Registry, serveTarballs } from './quick-start-registry.js';
import { quickStartSteps } from './quick-start-steps.js';
import { QuickStartRun } from './quick-start-run.js';

// Two at a time, because each test waits for disks and servers half of its time.
vi.setConfig({ maxConcurrency: 2 });

let registry: Registry | undefined;
beforeAll(async () => {
  registry = await serveTarballs(inject('tarballs'));
});
afterAll(() => registry?.close());

/** Readers install the newest major version of Sentry; the previous one is supported as well. */
const sentry = {
  10: new Map<string, string>(),
  11: new Map([['@sentry/node', catalogVersion('sentry-node-11').replace(/^.*@/, '')]]),
};

const page = 'docs/start/index.md';

/** The sections of the page that are steps. The lines above keep their numbers. */
function quickStart(): string {
  const markdown = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const begin = markdown.indexOf('\n## Your first call\n');
  const end = markdown.indexOf('\n## Install\n');
  if (begin === -1 || end < begin) throw new Error(`${page} has no quick start`);
  return '\n'.repeat(markdown.slice(0, begin).split('\n').length - 1) + markdown.slice(begin, end);
}

test.concurrent.each([
  { framework: 'Hono', versions: sentry[11] },
  { framework: 'Express', versions: sentry[10] },
  { framework: 'Fastify', versions: sentry[10] },
  { framework: 'node:http', versions: sentry[11] },
])(
  'the quick start with $framework works from an empty folder to its last step',
  async ({ framework, versions }) => {
    const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-quick-start-'));
    const sources = { registry: registry?.url ?? '', versions };
    const run = new QuickStartRun({ folder, sources });
    try {
      // In order, because each step needs the previous ones.
      for (const step of quickStartSteps(quickStart(), framework)) {
        await run.run(step).catch((cause: Error) => {
          throw new Error(`${page}:${step.line}\n${cause.message}`);
        });
      }
      expect(await run.end('SIGTERM')).toBe(0);
    } finally {
      await run.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
