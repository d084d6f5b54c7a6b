import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { blockTitles } from '../src/site/block-titles.js';
import { hideComments } from '../src/site/hide-comments.js';
import { longCode } from '../src/site/long-code.js';
import { writeLlms } from '../src/site/llms.js';
import { pageSource } from '../src/site/page-source.js';
import { sidebar } from '../src/site/sidebar.js';
import { REFERENCE } from '../src/site/site-map.js';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The path below which the site is served: `/jsonrpc-kit/`. */
const base = process.env['DOCS_BASE'] ?? '/';

export default defineConfig({
  lang: 'en',
  title: 'jsonrpc-kit',
  description: 'A JSON-RPC 2.0 server framework over HTTP for TypeScript',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  srcExclude: ['{src,test,dist,public,.report,.code-blocks}/**'],
  markdown: {
    // A link to a heading works on the site and where the repository is read.
    anchor: { slugify: slug },
    config(md) {
      blockTitles(md);
      hideComments(md);
      longCode(md);
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '/start/' },
      { text: 'Guide', link: '/guide/methods-and-arguments', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Conformance', link: '/conformance' },
      { text: 'Benchmarks', link: '/benchmarks' },
    ],
    sidebar: sidebar(folder),
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'Released under the MIT licence.' },
  },
  transformPageData(page) {
    if (!page.relativePath.startsWith(REFERENCE)) return;
    page.description = pageSource(folder, page.relativePath.replace(/\.md$/, '')).description;
    page.frontmatter['pageClass'] = 'reference';
  },
  buildEnd({ outDir }) {
    writeLlms(folder, outDir, base);
  },
});
