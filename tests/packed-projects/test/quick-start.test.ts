import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
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

/** The pages that a reader follows, in order, with the headings around their steps. */
const pages = [
  {
    page: 'docs/start/index.md',
    begin: '## Create a service',
    end: '## Add it to an existing project',
  },
  { page: 'docs/tutorial/first-method.md', begin: '## Schemas', end: '## What you have learned' },
  { page: 'docs/tutorial/tests.md', begin: '# 2. Tests', end: '## What you have learned' },
];

/** Reads a page that a reader follows. */
function readPage({ page, begin, end }: (typeof pages)[number]): {
  /** The sections that are steps. The lines above keep their numbers. */
  readonly markdown: string;
  /** The files that the page writes again. */
  readonly replaced: readonly string[];
} {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const first = text.indexOf(`\n${begin}\n`);
  const last = text.indexOf(`\n${end}\n`);
  if (first === -1 || last < first) throw new Error(`${page} has no "${begin}" before "${end}"`);
  const lines = text.slice(0, first).split('\n').length;
  return {
    markdown: '\n'.repeat(lines - 1) + text.slice(first, last),
    replaced: /^replaces: (?<files>.+)$/m.exec(text)?.groups?.['files']?.split(', ') ?? [],
  };
}

test.concurrent.each(['Hono', 'Express', 'Fastify', 'node:http'])(
  'the quick start with %s and the tutorial work from an empty folder to the tests',
  async (framework) => {
    const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-quick-start-'));
    const createTarball = inject('tarballs')['create-jsonrpc-kit'] ?? '';
    const sources = { registry: registry?.url ?? '', createTarball };
    const run = new QuickStartRun({ folder, sources });
    try {
      for (const each of pages) {
        const { markdown, replaced } = readPage(each);
        const steps = quickStartSteps(markdown, framework);
        expect(steps).not.toEqual([]);
        run.beginPage(replaced);
        // In order, because each step needs the previous ones.
        for (const step of steps) {
          await run.run(step).catch((cause: Error) => {
            throw new Error(`${each.page}:${step.line}\n${cause.message}`);
          });
        }
      }
    } finally {
      await run.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
