import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { pageSource } from './page-source.js';

const page = (...lines: string[]): string => lines.join('\n');
const HEAD = ['---', 'description: What errors are.', '---', ''];

const folder = testPages('page-source', {
  'guide/errors.md': page(...HEAD, '# Errors', '', '<!-- hidden', '-->', '', 'Text.'),
  'anchor.md': page(...HEAD, '# Errors {#all-errors}'),
  'code.md': page(...HEAD, '# Code', '', '```html', '<!-- shown -->', '```', '', '<!-- hidden -->'),
  'figures.md': page(...HEAD, '# Figures', '', '<!--@include: ./parts/other.md#all-->', '', 'End.'),
  'parts/other.md': page(
    'Not this.',
    '<!-- #region all -->',
    '',
    'This.',
    '<!-- #endregion all -->',
  ),
  'reference/core.md': page('# core', '', 'What [`Api`](#api) is,', 'and why.', '', '## All', ''),
  'reference/silent.md': page('# silent', '', '## All', '', 'Text.', ''),
  'index.md': page(
    '---',
    "title: 'The kit'",
    'description: "A kit: it is one."',
    '---',
    '',
    'Text.',
  ),
  'no-title.md': page(...HEAD, '## Errors'),
  'no-description.md': page('# Errors', '', 'description: none'),
  'no-region.md': page(...HEAD, '# Figures', '', '<!--@include: ./parts/other.md#none-->'),
});

test('a page has its title, its description and its text without comments', () => {
  expect(pageSource(folder, 'guide/errors')).toEqual({
    name: 'guide/errors',
    title: 'Errors',
    description: 'What errors are.',
    markdown: '# Errors\n\nText.\n',
  });
});

test('the anchor of a heading is no part of the title', () => {
  expect(pageSource(folder, 'anchor').title).toBe('Errors');
});

test('a comment in code is code', () => {
  expect(pageSource(folder, 'code').markdown).toBe('# Code\n\n```html\n<!-- shown -->\n```\n');
});

test('the first page has its title in the frontmatter, where quotes are no part of the text', () => {
  expect(pageSource(folder, 'index')).toMatchObject({
    title: 'The kit',
    description: 'A kit: it is one.',
  });
});

test('a page of the reference is described by its first paragraph', () => {
  expect(pageSource(folder, 'reference/core').description).toBe('What Api is, and why.');
});

test('what it includes is in it', () => {
  expect(pageSource(folder, 'figures').markdown).toBe('# Figures\n\nThis.\n\nEnd.\n');
});

test.each([
  ['reference/silent', 'has no description'],
  ['no-title', 'has no heading of level 1'],
  ['no-description', 'has no description'],
  ['no-region', 'has no region none'],
])('%s is refused', (name, message) => {
  expect(() => pageSource(folder, name)).toThrow(message);
});
