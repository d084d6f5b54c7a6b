import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openGraph } from './open-graph.js';

const page = { title: 'Batches', description: 'Several calls in one request' };
const contents = (site?: string): Record<string, string | undefined> =>
  Object.fromEntries(
    openGraph(page, site).map(([, { property = '', name = property, content }]) => [name, content]),
  );

test('a link to a page shows the title and the description of the page', () => {
  expect(contents()).toEqual({
    'og:type': 'website',
    'og:site_name': 'jsonrpc-kit',
    'og:title': 'Batches',
    'og:description': 'Several calls in one request',
  });
});

test('the picture has an absolute URL and its real size', async () => {
  const elements = contents('https://example.org/kit/');
  expect(elements).toMatchObject({
    'og:image': 'https://example.org/kit/open-graph.png',
    'twitter:card': 'summary_large_image',
  });
  const png = await readFile(new URL('../../public/open-graph.png', import.meta.url));
  // The header of a PNG has its width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)].map(String)).toEqual([
    elements['og:image:width'],
    elements['og:image:height'],
  ]);
});
