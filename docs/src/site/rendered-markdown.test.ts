import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress';
import { expect, test } from 'vitest';
import { showBlockTitles } from './show-block-titles.js';
import { showPictures } from './show-pictures.js';
import { hideComments } from './hide-comments.js';
import { breakLongCode } from './break-long-code.js';

// VitePress returns its first renderer again, with the configuration of another test file.
disposeMdItInstance();
const md = await createMarkdownRenderer('.', {
  config(renderer) {
    showBlockTitles(renderer);
    showPictures(renderer);
    hideComments(renderer);
    breakLongCode(renderer);
  },
});

const block = (info: string): string => `\`\`\`${info}\n1\n\`\`\`\n`;

test('the title of a block is above the block', () => {
  expect(md.render(block('ts [src/bank.ts]'))).toMatch(
    /^<div class="titled-block titled-block-file"><p class="titled-block-title">src\/bank.ts<\/p><div class="language-ts/,
  );
});

test('a block with the output of another block has a different style', () => {
  expect(md.render(block('text [prints]'))).toContain('titled-block-output');
  expect(md.render(block('text [throws]'))).toContain('titled-block-output');
});

test('a block without a title is rendered unchanged', () => {
  expect(md.render(block('ts'))).not.toContain('titled-block');
});

test('the titles of the blocks in a group are tabs', () => {
  const html = md.render(
    `::: code-group\n\n${block('ts [bank.ts]')}\n:::\n\n${block('ts [a.ts]')}`,
  );
  expect(html).toContain('data-title="bank.ts"');
  expect(html.match(/titled-block-title">[^<]*/g)).toEqual(['titled-block-title">a.ts']);
});

test('comments are removed with the blocks in them', () => {
  const html = md.render(`One.\n\n<!--\n${block('ts')}-->\n\nTwo <!-- three --> four.`);
  expect(html).toBe('<p>One.</p>\n\n<p>Two  four.</p>\n');
});

test('long inline code has a class that lets lines break inside it', () => {
  expect(md.render('`short`')).toContain('<code>short</code>');
  expect(md.render(`\`${'long'.repeat(10)}\``)).toContain('<code class="long-code">longlong');
});

test('a block of Mermaid is a picture, whatever its text contains', () => {
  const html = md.render('```mermaid\nflowchart LR\n  a["{{ 1 }} & <b>"] --> b\n```\n');
  const [, text = ''] = /^<MermaidPicture text="([^"]+)" \/>\n$/.exec(html) ?? [];
  expect(text).not.toMatch(/[<{&]/);
  expect(decodeURIComponent(text)).toBe('flowchart LR\n  a["{{ 1 }} & <b>"] --> b\n');
});
