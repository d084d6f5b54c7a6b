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

test.concurrent.each([
  { page: 'hono', versions: sentry[11] },
  { page: 'express', versions: sentry[10] },
  { page: 'fastify', versions: sentry[10] },
  { page: 'node', versions: sentry[11] },
])(
  'the quick start of $page works from an empty folder to its last step',
  async ({ page, versions }) => {
    const folder = mkdtempSync(join(tmpdir(), `jsonrpc-kit-${page}-`));
    const sources = { registry: registry?.url ?? '', versions };
    const quickStart = new QuickStartRun({ folder, sources });
    const file = new URL(`../../../docs/start/${page}.md`, import.meta.url);
    try {
      // In order, because each step needs the previous ones.
      for (const step of quickStartSteps(readFileSync(file, 'utf8'))) {
        await quickStart.run(step).catch((cause: Error) => {
          throw new Error(`docs/start/${page}.md:${step.line}\n${cause.message}`);
        });
      }
      expect(await quickStart.end('SIGTERM')).toBe(0);
    } finally {
      await quickStart.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
