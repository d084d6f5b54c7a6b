import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { catalogVersion } from './catalog-version.js';
import { type Registry, serveTarballs } from './quick-start-registry.js';
import { quickStartSteps } from './quick-start-steps.js';
import { QuickStartWalk } from './quick-start-walk.js';

// Two at once, as each waits for disks and servers half of its time.
vi.setConfig({ maxConcurrency: 2 });

let registry: Registry | undefined;
beforeAll(async () => {
  registry = await serveTarballs(inject('tarballs'));
});
afterAll(() => registry?.close());

/** A reader gets Sentry's newest major version; the one before is in use, too. */
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
  'the page of $page is right, from the empty folder to the end',
  async ({ page, versions }) => {
    const folder = mkdtempSync(join(tmpdir(), `jsonrpc-kit-${page}-`));
    const sources = { registry: registry?.url ?? '', versions };
    const walk = new QuickStartWalk({ folder, sources });
    const file = new URL(`../../../docs/start/${page}.md`, import.meta.url);
    try {
      // One after another, as each needs the ones before.
      for (const step of quickStartSteps(readFileSync(file, 'utf8'))) {
        await walk.take(step).catch((cause: Error) => {
          throw new Error(`docs/start/${page}.md:${step.line}\n${cause.message}`);
        });
      }
      expect(await walk.end('SIGTERM')).toBe(0);
    } finally {
      await walk.abandon();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
