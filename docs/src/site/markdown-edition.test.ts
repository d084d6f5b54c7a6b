import { expect, test } from 'vitest';
import { withPlacedLinks } from './markdown-edition.js';

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
