import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { llmsFullTxt, llmsTxt, writeLlms } from './llms.js';
import { siteMap } from './site-map.js';

const source = (name: string, title: string): Parameters<typeof llmsFullTxt>[0][number] => ({
  name,
  title,
  description: `About ${title}.`,
  markdown: `# ${title}\n`,
});

test('llms.txt has a title, a summary and a list of links by section', () => {
  const sections = [
    { title: 'Guide', pages: [source('guide/errors', 'Errors'), source('guide/client', 'Client')] },
    { title: 'Optional', pages: [source('reference/core', 'core')] },
  ];
  expect(llmsTxt(source('index', 'kit'), sections, '/kit/')).toBe(`# kit

> About kit.

## Guide

- [Errors](/kit/guide/errors.md): About Errors.
- [Client](/kit/guide/client.md): About Client.

## Optional

- [core](/kit/reference/core.md): About core.
`);
});

test('llms-full.txt has every page with its address', () => {
  expect(llmsFullTxt([source('a', 'A'), source('b', 'B')], '/')).toBe(
    '---\nurl: /a.md\n---\n\n# A\n\n---\nurl: /b.md\n---\n\n# B\n',
  );
});

test('they are written beside the site, and so is each page', () => {
  const names = ['index', ...siteMap.flatMap(({ pages }) => pages), 'reference/core'];
  const page = (name: string): string => `---\ndescription: About ${name}\n---\n\n# The ${name}\n`;
  const pages = Object.fromEntries(names.map((name) => [`${name}.md`, page(name)]));
  const folder = testPages('llms', { ...pages, 'site/index.html': '' });
  const site = join(folder, 'site');
  writeLlms(folder, site, '/');

  const read = (name: string): string => readFileSync(join(site, name), 'utf8');
  for (const name of names) {
    expect(read(`${name}.md`)).toBe(`# The ${name}\n`);
    expect(read('llms-full.txt')).toContain(`# The ${name}\n`);
  }
  const [home, ...others] = names;
  expect(read('llms.txt')).toContain(`> About ${home}`);
  for (const name of others) {
    expect(read('llms.txt')).toContain(`- [The ${name}](/${name}.md): About ${name}\n`);
  }
});
