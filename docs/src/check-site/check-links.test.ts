import { expect, test } from 'vitest';
import { checkLinks } from './check-links.js';

const files = (extra: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      'index.html':
        '<a href="./guide/errors.html#codes">Codes</a><a href="./">Home</a><a href="#top" id="top">Top</a>',
      'guide/errors.html': '<h2 id="codes"></h2><a href="/kit/">Home</a><img src="/kit/a.svg">',
      'a.svg': '',
      ...extra,
    }),
  );

test('links to pages, to headings and to files lead somewhere', () => {
  const outside = '<a href="https://example.org/a">A</a><a href="http://127.0.0.1:3000/docs">D</a>';
  expect(checkLinks(files({ 'out.html': outside }), '/kit/')).toEqual({
    followed: 5,
    hosts: ['127.0.0.1:3000', 'example.org'],
    faults: [],
  });
});

test.each([
  ['<a href="./other.html">', './other.html is not there'],
  ['<a href="./guide/">', './guide/ is not there'],
  ['<a href="./guide/errors.html#Codes">', './guide/errors.html#Codes names no heading there'],
  ['<a href="#codes">', '#codes names no heading there'],
  ['<a href="/guide/errors.html">', '/guide/errors.html is not below /kit/'],
  ['<a href="http://example.org">', 'http://example.org is neither https nor a server'],
  ['<img src="https://example.org/a.png">', 'is loaded from another host by <img>'],
  ['<script src="//example.org/a.js"></script>', 'is loaded from another host by <script>'],
  [
    '<link rel="stylesheet" href="https://example.org/a.css">',
    'is loaded from another host by <link>',
  ],
])('%s', (html, fault) => {
  expect(checkLinks(files({ 'planted.html': html }), '/kit/').faults).toEqual([
    expect.stringMatching(`^planted.html: .*${fault}`),
  ]);
});

test('styles load nothing from another host', () => {
  const css = '@import url(https://example.org/font.css);';
  expect(checkLinks(files({ 'a.css': css, 'b.css': 'a{b:url(/kit/c)}' }), '/kit/').faults).toEqual([
    'a.css: loads something from another host',
  ]);
});
