import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { blockTitles } from './block-titles.js';
import { hideComments } from './hide-comments.js';
import { longCode } from './long-code.js';

const md = await createMarkdownRenderer('.', {
  config(renderer) {
    blockTitles(renderer);
    hideComments(renderer);
    longCode(renderer);
  },
});

const block = (info: string): string => `\`\`\`${info}\n1\n\`\`\`\n`;

test('a block has its title above it', () => {
  expect(md.render(block('ts [src/bank.ts]'))).toMatch(
    /^<div class="titled-block titled-block-file"><p class="titled-block-title">src\/bank.ts<\/p><div class="language-ts/,
  );
});

test('what a block prints looks different', () => {
  expect(md.render(block('text [prints]'))).toContain('titled-block-output');
  expect(md.render(block('text [throws]'))).toContain('titled-block-output');
});

test('a block without a title has none', () => {
  expect(md.render(block('ts'))).not.toContain('titled-block');
});

test('in a group the titles are tabs', () => {
  const html = md.render(
    `::: code-group\n\n${block('ts [bank.ts]')}\n:::\n\n${block('ts [a.ts]')}`,
  );
  expect(html).toContain('data-title="bank.ts"');
  expect(html.match(/titled-block-title">[^<]*/g)).toEqual(['titled-block-title">a.ts']);
});

test('comments are left out, and what is in them', () => {
  const html = md.render(`One.\n\n<!--\n${block('ts')}-->\n\nTwo <!-- three --> four.`);
  expect(html).toBe('<p>One.</p>\n\n<p>Two  four.</p>\n');
});

test('long code in a line may be broken', () => {
  expect(md.render('`short`')).toContain('<code>short</code>');
  expect(md.render(`\`${'long'.repeat(10)}\``)).toContain('<code class="long-code">longlong');
});
