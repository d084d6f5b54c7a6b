import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { type PackageDoor, packageDoors } from '../reference/package-doors.js';
import { Editor, type Hover } from './editor.js';
import { exportedNames } from './exported-names.js';

const root = join(import.meta.dirname, '../../..');
const doors = packageDoors(root);
const names = exportedNames(doors.map(({ declarations }) => declarations));

/**
 * An editor's window shows some 15 lines of 80 characters before it has to be scrolled, and the
 * comment stands below the declaration: what is half as long leaves room for it.
 */
const MOST_CHARACTERS = 600;
const MOST_LINES = 15;

/** Names whose `any` is in the type of another maker: that of a framework, or of a generator. */
const anyOfOthers = ['DependencyValue', 'expressRequest', 'expressResponse', 'honoContext'];

const editor = new Editor(
  join(root, 'docs'),
  new Map(doors.map((door) => [fileOf(door), importOf(door)])),
);

describe.each(doors)('where a file imports from $specifier, each name', (door) => {
  const hovers = namesOf(door).map((name) => ({ name, ...hoverOf(door, name) }));

  test('has a comment', () => {
    expect(hovers.filter(({ told }) => told === '')).toEqual([]);
  });

  test('has a type without any', () => {
    const found = hovers.filter(
      ({ name, shown }) => /\bany\b/u.test(withoutTexts(shown)) && !anyOfOthers.includes(name),
    );
    expect(found).toEqual([]);
  });

  test('has a declaration that can be read at one look', () => {
    const found = hovers.filter(({ shown }) => {
      const text = withoutTexts(shown);
      return text.length > MOST_CHARACTERS || text.split('\n').length > MOST_LINES;
    });
    expect(found).toEqual([]);
  });
});

function namesOf({ declarations }: PackageDoor): readonly string[] {
  return names.get(declarations) ?? [];
}

function fileOf({ page }: PackageDoor): string {
  return `${page}.ts`;
}

function importOf(door: PackageDoor): string {
  return `import {\n${namesOf(door).join(',\n')}\n} from '${door.specifier}';\n`;
}

function hoverOf(door: PackageDoor, name: string): Hover {
  const hover = editor.hover(fileOf(door), importOf(door).indexOf(`\n${name}`) + 1);
  if (hover === undefined) throw new Error(`Nothing is shown for ${name} of ${door.specifier}`);
  return hover;
}

/** What stands in quotes is read as it is. */
function withoutTexts(shown: string): string {
  return shown.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
}
