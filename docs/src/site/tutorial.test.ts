import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeProject } from 'create-jsonrpc-kit/dist/project/compose-project.js';
import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress';
import { expect, test } from 'vitest';
import { readPlan, sourcesOf } from '../code-blocks/read-plan.js';
import { guideSidebar } from './sidebar.js';

const folder = join(import.meta.dirname, '../..');
const items = guideSidebar.find(({ text }) => text === 'Tutorial')?.items ?? [];
const names = items.map(({ link }) => link.replace('/tutorial/', ''));
const read = (page: string): string => readFileSync(join(folder, `${page}.md`), 'utf8');

test.each(names.map((name, index) => [name, names[index - 1], names[index + 1]]))(
  'the page %s of the tutorial continues the page before and links to the next one',
  (name, previous, next) => {
    const text = read(`tutorial/${name}`);
    const before = previous === undefined ? 'start/index' : `tutorial/${previous}`;
    expect(text).toContain(`\ncontinues: ${before}\n`);
    expect(text).toContain(next === undefined ? '\n## What you have built\n' : `](${next}.md)** `);
  },
);

test.each(names)(
  'the page %s of the tutorial shows changed lines without their marks',
  async (name) => {
    // VitePress returns its first renderer again, with the configuration of another test file.
    disposeMdItInstance();
    const md = await createMarkdownRenderer(folder);
    expect(md.render(read(`tutorial/${name}`))).not.toContain('[!code');
  },
);

test.each(['index', 'start/index', 'start/hono', 'start/express', 'start/fastify', 'start/node'])(
  'the page %s links to the tutorial',
  (page) => expect(read(page)).toMatch(/tutorial\/first-method(?:\.md)?["#)]/),
);

test('the database page of the tutorial has the files that npm create writes', () => {
  const created = composeProject('shop', {
    framework: 'hono',
    schema: 'valibot',
    database: 'postgres',
    'package-manager': 'npm',
  });
  const own = sourcesOf(readPlan(folder, 'tutorial/database.md'));
  for (const name of ['vitest.config.ts', 'vitest.pglite.ts', 'vitest.server.ts']) {
    expect([name, own.get(name)]).toEqual([name, created.get(name)]);
  }
  const withoutTables = (source = ''): string => source.replace(/readonly \w+: \{ .* \};/, '');
  expect(withoutTables(own.get('src/database.ts'))).toBe(
    withoutTables(created.get('src/database.ts')).replaceAll('greetings', 'shop'),
  );
});
