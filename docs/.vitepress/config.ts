import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { defineConfig, type UserConfig } from 'vitepress';
import llms from 'vitepress-plugin-llms';
import { showBlockTitles } from '../src/site/show-block-titles.js';
import { showPictures } from '../src/site/show-pictures.js';
import { hideComments } from '../src/site/hide-comments.js';
import { breakLongCode } from '../src/site/break-long-code.js';
import { searchableMarkdown, searchedWord, sectionWeight } from '../src/site/search.js';
import { placeLinks } from '../src/site/markdown-edition.js';
import { openGraph } from '../src/site/open-graph.js';
import { guideSidebar, referenceSidebars } from '../src/site/sidebar.js';
import { typeHovers } from '../src/site/type-hovers.js';

const path = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const manifest = (file: string) => JSON.parse(readFileSync(path(file), 'utf8'));

/** The path below which the site is served: `/jsonrpc-kit/`. */
const base = process.env['DOCS_BASE'] ?? '/';
const origin = process.env['DOCS_ORIGIN'];
/** The URL of the site, if it's known: `https://example.org/jsonrpc-kit/`. */
const site = origin === undefined ? undefined : new URL(base, origin).href;

// The root's package.json is the only place that names the repository.
const repository: string | undefined = manifest('../package.json')
  .repository?.url.replace(/^git\+/, '')
  .replace(/\.git$/, '');
const description = 'A JSON-RPC 2.0 server framework over HTTP and WebSocket for TypeScript';
const { version } = manifest('../packages/core/package.json');

// The types of these plugins come from another version of Vite than the one that VitePress uses.
const plugins = [
  llms({
    description,
    details: '',
    // Other pages link to it.
    excludeIndexPage: false,
    // The overview lists the pages of the packages only; llms-full.txt has everything.
    sidebar: guideSidebar,
    ignoreFilesPerOutput: { llmsTxt: ['guide/rules/*.md', 'reference/**/!(index).md'] },
  }),
];

/** The first pages that a newcomer reads. */
const hoverPages = ['index', 'start/index', 'start/hono'];

export default defineConfig({
  lang: 'en',
  title: 'jsonrpc-kit',
  description,
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  srcExclude: ['{src,test,dist,public,.report,.code-blocks}/**'],
  markdown: {
    // The same anchors as on GitHub, so that a link to a heading works in both places.
    anchor: { slugify: slug },
    codeTransformers: [typeHovers(path('.'), hoverPages)],
    config(md) {
      showBlockTitles(md);
      showPictures(md);
      hideComments(md);
      breakLongCode(md);
    },
  },
  vite: { plugins } as unknown as NonNullable<UserConfig['vite']>,
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Get started', link: '/start/', activeMatch: '/start/' },
      { text: 'Guides', link: '/guide/methods-and-arguments', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Comparison', link: '/comparison' },
      { text: `v${version}`, link: '/guide/stability' },
    ],
    sidebar: {
      ...referenceSidebars(path('reference/typedoc-sidebar.json')),
      '/': guideSidebar,
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (text, env, md) => md.render(searchableMarkdown(text), env),
        miniSearch: {
          searchOptions: { boostDocument: sectionWeight, processTerm: searchedWord },
        },
      },
    },
    footer: { message: 'Released under the MIT licence.' },
    ...(repository === undefined
      ? {}
      : {
          socialLinks: [{ icon: 'github', link: repository }],
          editLink: { pattern: `${repository}/edit/main/docs/:path` },
        }),
  },
  buildEnd: ({ outDir, pages }) => placeLinks(outDir, pages),
  transformHead: (page) => openGraph(page, site),
  transformPageData(page) {
    if (page.relativePath.startsWith('reference/')) page.frontmatter['pageClass'] = 'reference';
  },
});
