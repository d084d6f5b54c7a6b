import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { findPages } from '../src/code-blocks/find-pages.js';
import { entryPoints } from '../src/reference/entry-points.js';
import { Editor, type Hover } from '../src/site/editor.js';

const docs = join(import.meta.dirname, '..');
const all = entryPoints(join(docs, '..'));

/** Room for the declaration and the docstring below it, without scrolling. */
const MAX_CHARACTERS = 600;
const MAX_LINES = 15;

/** Names whose type contains an `any` of a framework or a generator. */
const foreignAny = ['DependencyValue', 'expressRequest', 'expressResponse', 'honoContext'];

/** Subpaths for declarations, and for the authors of adapters and plugins. The reference is their guide. */
const forAuthors = /\/(types|adapter|connection|description)$/;

/** Names whose declaration is the table that a reader looks for, with one constant to a line. */
const tables = ['ErrorCode'];

const readmes = readdirSync(join(docs, '../packages')).map(
  (name) => `../packages/${name}/README.md`,
);

/** The text of each page that is written for readers, by its path. */
const pages = new Map(
  [...findPages(docs), ...readmes].map((page) => [page, readFileSync(join(docs, page), 'utf8')]),
);

/** One line for each public name: the name, its entry point, and the first page that mentions it. */
const listed: string[] = [];

const imports = all.map(({ specifier }, index) => `import * as e${index} from '${specifier}';\n`);
const names = new Editor(docs, new Map([['imports.ts', imports.join('')]]));
const editor = new Editor(
  docs,
  new Map(
    all.map(({ specifier, declarations }) => [
      fileOf(specifier),
      importOf(specifier, declarations),
    ]),
  ),
);

describe.each(all)('hovering over a name of $specifier', ({ specifier, declarations }) => {
  const hovers = names.exportsOf(declarations).map((name) => {
    const code = importOf(specifier, declarations);
    const hover = editor.hover(fileOf(specifier), code.indexOf(`\n${name},`) + 1);
    if (hover === undefined) throw new Error(`${specifier} shows nothing for ${name}`);
    return { name, declaration: withoutStrings(hover) };
  });

  test('shows no type any', () => {
    const found = hovers.filter(
      ({ name, declaration }) => /\bany\b/u.test(declaration) && !foreignAny.includes(name),
    );
    expect(found).toEqual([]);
  });

  test('finds each function, class and constant on a page for readers', () => {
    const documented = hovers.map(({ name, declaration }) => {
      const isType = /^\(alias\) (type|interface)\b/u.test(declaration);
      const reference = isType || forAuthors.test(specifier) ? 'the reference' : undefined;
      return { name, page: pageOf(name) ?? reference };
    });
    for (const { name, page } of documented) listed.push(`${specifier} ${name}: ${page}`);
    expect(documented.filter(({ page }) => page === undefined)).toEqual([]);
  });

  test('shows a declaration that fits into the window', () => {
    const found = hovers.filter(
      ({ name, declaration }) =>
        !tables.includes(name) &&
        (declaration.length > MAX_CHARACTERS || declaration.split('\n').length > MAX_LINES),
    );
    expect(found).toEqual([]);
  });
});

// `docs/.report/public-names.txt` is the list of all names.
afterAll(() => {
  mkdirSync(join(docs, '.report'), { recursive: true });
  writeFileSync(join(docs, '.report/public-names.txt'), `${listed.toSorted().join('\n')}\n`);
  console.log(`${listed.length} public names, listed in docs/.report/public-names.txt`);
});

/** Returns the first page that mentions a name in code. */
function pageOf(name: string): string | undefined {
  const inCode = new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`);
  return [...pages].find(([, text]) => inCode.test(text))?.[0];
}

function fileOf(specifier: string): string {
  return `${specifier.replaceAll('/', '-')}.ts`;
}

function importOf(specifier: string, declarations: string): string {
  return `import {\n${names.exportsOf(declarations).join(',\n')},\n} from '${specifier}';\n`;
}

function withoutStrings({ declaration }: Hover): string {
  return declaration.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
}
