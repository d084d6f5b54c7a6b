import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeLinks, withPlacedLinks } from './markdown-edition.js';

test.each([
  ['start/index.md', '[A](hono.md)', '[A](start/hono.md)'],
  ['start/index.md', '[A](../guide/a.md#b)', '[A](guide/a.md#b)'],
  ['start/index.md', '[A](../reference/core/index.md)', '[A](reference/core.md)'],
  ['start/hono.md', '[A](index.md) [B](index.md#b)', '[A](../start.md) [B](../start.md#b)'],
  ['reference/core/index.md', '[A](classes/Api.md)', '[A](core/classes/Api.md)'],
  ['reference/core/classes/Api.md', '[A](../index.md)', '[A](../../core.md)'],
  ['guide/a.md', '[A](../index.md)', '[A](../index.md)'],
  ['guide/a.md', '[A](https://a.example/b/index.md)', '[A](https://a.example/b/index.md)'],
  ['guide/a.md', '[A](#b) [B](/start.md)', '[A](#b) [B](/start.md)'],
])('the Markdown of %s links with %s to %s', (page, source, placed) => {
  expect(withPlacedLinks(page, source)).toBe(placed);
});

test('the build fails on a link that leads nowhere', () => {
  const site = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  writeFileSync(join(site, 'start.md'), '[A](../a.md)');
  expect(() => placeLinks(site, ['start/index.md'])).toThrow('the link to a.md leads nowhere');
  writeFileSync(join(site, 'a.md'), '');
  placeLinks(site, ['start/index.md']);
  expect(readFileSync(join(site, 'start.md'), 'utf8')).toBe('[A](a.md)');
});
