import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { exportedNames } from '../hovers/exported-names.js';
import { generateReference, type Reference } from './generate-reference.js';
import { type PackageDoor, packageDoors } from './package-doors.js';

const root = join(import.meta.dirname, '../../..');
const doors = packageDoors(root);
const exported = exportedNames(doors.map(({ declarations }) => declarations));

let reference: Reference;
beforeAll(async () => {
  reference = await generateReference(root);
});

function pageOf({ page }: PackageDoor): string {
  return reference.files.get(`${page}.md`) ?? '';
}

test('there is a page for each door of what is published', () => {
  expect(doors.map(({ specifier }) => specifier)).toContain('@jsonrpc-kit/core/context');
  expect([...reference.files.keys()].toSorted()).toEqual(
    [...doors.map(({ page }) => `${page}.md`), 'index.md', 'sidebar.json'].toSorted(),
  );
});

describe('what a door exports', () => {
  test.each(doors)('is all on the page of $specifier', (door) => {
    expect(headingsOf(pageOf(door), 3)).toEqual(exported.get(door.declarations));
  });

  test('is documented', () => {
    expect(reference.undocumented).toEqual([]);
  });

  test('has comments that can be read', () => {
    expect(reference.badComments).toEqual([]);
  });

  test('has comments that lead somewhere', () => {
    expect(reference.deadLinks).toEqual([]);
  });
});

describe('a page', () => {
  test('has no anchor twice', () => {
    const twice = [...reference.files].flatMap(([name, content]) =>
      anchorsOf(content)
        .filter((anchor, index, all) => all.indexOf(anchor) !== index)
        .map((anchor) => `${name}#${anchor}`),
    );
    expect(twice).toEqual([]);
  });

  test('links to what is there', () => {
    const links = [...reference.files].flatMap(([name, content]) =>
      linksOf(content).map(({ file, anchor }) => ({ from: name, to: file || name, anchor })),
    );
    const dead = links.filter(({ to, anchor }) => {
      const target = reference.files.get(to);
      return target === undefined || (anchor !== '' && !anchorsOf(target).includes(anchor));
    });
    expect(links.length).toBeGreaterThan(500);
    expect(dead).toEqual([]);
  });

  test('has nothing that Vue would take for its own', () => {
    const found = [...reference.files]
      .filter(([name]) => name.endsWith('.md'))
      .flatMap(([name, content]) =>
        Array.from(proseOf(content).matchAll(/<(?!br>)|\{(?!#)/gu), ({ index }) => [name, index]),
      );
    expect(found).toEqual([]);
  });
});

test('a name of another package leads to the page of that one', () => {
  expect(reference.files.get('hono.md')).toContain('[`Api`](./core.md#api)');
  expect(reference.files.get('hono.md')).toContain('(./node.md#closeonsignals)');
});

test('the members of a base that is not exported stand where it is extended', () => {
  expect(reference.files.get('client.md')).toMatch(
    /ClientOptions[^#]+#clientoptions\}[^#]+\| `timeout\?` \|/u,
  );
});

test('the sidebar has the doors under their packages', () => {
  expect(JSON.parse(reference.files.get('sidebar.json') ?? '')).toContainEqual({
    text: 'worker',
    link: '/reference/worker',
    items: [{ text: 'worker/move', link: '/reference/worker-move' }],
  });
});

function headingsOf(content: string, level: number): string[] {
  const headings = content.matchAll(/^(#+) (.+) \{#.+\}$/gmu);
  return Array.from(headings)
    .filter(([, marks]) => marks?.length === level)
    .map(([, , text]) => text ?? '')
    .toSorted();
}

function anchorsOf(content: string): string[] {
  return Array.from(content.matchAll(/^#+ .+ \{#(.+)\}$/gmu), ([, anchor]) => anchor ?? '');
}

/** Those within the reference. */
function linksOf(content: string): { file: string; anchor: string }[] {
  const links = content.matchAll(/\]\((?!https?:)(?:\.\/)?([^)#]*)#?([^)]*)\)/gu);
  return Array.from(links, ([, file = '', anchor = '']) => ({ file, anchor }));
}

/** A page without its code. */
function proseOf(content: string): string {
  return content.replaceAll(/^```.*?^```$/gmsu, '').replaceAll(/(`+).+?\1/gu, '');
}
