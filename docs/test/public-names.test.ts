import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { entryPoints } from '../src/reference/entry-points.js';
import { Editor, type Hover } from '../src/site/editor.js';

const docs = join(import.meta.dirname, '..');
const all = entryPoints(join(docs, '..'));

/** Room for the declaration and the docstring below it, without scrolling. */
const MAX_CHARACTERS = 600;
const MAX_LINES = 15;

/** Names whose type contains an `any` of a framework or a generator. */
const foreignAny = ['DependencyValue', 'expressRequest', 'expressResponse', 'honoContext'];

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

  test('shows a declaration that fits into the window', () => {
    const found = hovers.filter(
      ({ declaration }) =>
        declaration.length > MAX_CHARACTERS || declaration.split('\n').length > MAX_LINES,
    );
    expect(found).toEqual([]);
  });
});

function fileOf(specifier: string): string {
  return `${specifier.replaceAll('/', '-')}.ts`;
}

function importOf(specifier: string, declarations: string): string {
  return `import {\n${names.exportsOf(declarations).join(',\n')},\n} from '${specifier}';\n`;
}

function withoutStrings({ declaration }: Hover): string {
  return declaration.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
}
