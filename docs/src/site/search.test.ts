import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress';
import { beforeAll, expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';
import { hideComments } from './hide-comments.js';
import { searchableMarkdown, searchedWord, sectionWeight } from './search.js';

const folder = join(import.meta.dirname, '../..');

interface Section {
  readonly anchor: string;
  readonly title: string | undefined;
  readonly titles: readonly string[];
  readonly text: string;
}

/** The part of MiniSearch that the test uses. */
interface Index {
  add(section: object): void;
  search(text: string): { readonly id: string }[];
}

// The search engine of VitePress, in the version that the site contains.
const vitepress = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
const MiniSearch: new (options: object) => Index = vitepress('minisearch');

const index = new MiniSearch({
  // As in VPLocalSearchBox.vue of VitePress.
  fields: ['title', 'titles', 'text'],
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    boostDocument: sectionWeight,
    processTerm: searchedWord,
  },
});

beforeAll(async () => {
  // VitePress returns its first renderer again, with the configuration of another test file.
  disposeMdItInstance();
  const md = await createMarkdownRenderer(folder, {
    anchor: { slugify: slug },
    config: hideComments,
  });
  for (const page of findPages(folder)) {
    const text = readFileSync(join(folder, page), 'utf8');
    const html = md.render(searchableMarkdown(text));
    for (const section of sectionsOf(html)) {
      index.add({ ...section, id: `${page.replace(/\.md$/, '')}#${section.anchor}` });
    }
  }
});

/** Splits a page like `splitPageIntoSections()` of VitePress, which isn't exported. */
function* sectionsOf(html: string): Generator<Section> {
  const withoutTags = (part = ''): string => part.replaceAll(/<[^>]*>/g, '').trim();
  const parts = html.split(/<h(\d*).*?>(.*?<a.*? href="#.*?".*?>.*?<\/a>)<\/h\1>/gi).slice(1);
  let above: string[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const [, heading = '', anchor = ''] =
      /(.*?)<a.*? href="#(.*?)".*?>/i.exec(parts[i + 1] ?? '') ?? [];
    above = [...above.slice(0, Number(parts[i]) - 1), withoutTags(heading)];
    yield {
      anchor,
      title: above.at(-1),
      titles: above.slice(0, -1),
      text: withoutTags(parts[i + 2]),
    };
  }
}

// What people type, and the page that must be the first result.
test.each(
  Object.entries({
    '40001': 'guide/conflicts',
    agent: 'guide/mcp',
    'api key': 'guide/tokens',
    arktype: 'guide/params',
    batch: 'guide/batches-and-notifications',
    bun: 'guide/serverless',
    cancel: 'guide/long-running-work',
    'cancel a call': 'guide/batches-and-notifications',
    'changed since yesterday': 'guide/results',
    checklist: 'guide/before-production',
    'client credentials': 'guide/tokens',
    'client disconnects': 'guide/batches-and-notifications',
    clock: 'guide/testing-recipes',
    cookie: 'guide/sessions',
    correlation: 'guide/log-correlation',
    cors: 'guide/browser-security',
    cron: 'guide/dependencies',
    csrf: 'guide/browser-security',
    deadlock: 'guide/conflicts',
    docker: 'guide/containers',
    drizzle: 'guide/databases',
    curl: 'guide/other-languages',
    gdpr: 'guide/log-privacy',
    go: 'guide/other-languages',
    grafana: 'guide/metrics',
    health: 'guide/restarts',
    'how do i learn about a vulnerability': 'guide/before-production',
    healthy: 'guide/restarts',
    'host header': 'guide/browser-security',
    'how do i test time': 'guide/testing-recipes',
    'can a client subscribe twice': 'guide/client-connections',
    idempotency: 'guide/safe-retries',
    jayson: 'guide/coming-from-jayson',
    job: 'guide/durable-notifications',
    jwt: 'guide/tokens',
    kill: 'guide/safe-retries',
    kubernetes: 'guide/containers',
    lambda: 'guide/serverless',
    'load test': 'guide/deployment',
    'lost update': 'guide/conflicts',
    mcp: 'guide/mcp',
    mtls: 'guide/authentication',
    migrations: 'guide/restarts',
    nginx: 'guide/proxies',
    openapi: 'guide/api-schemas',
    owner: 'guide/roles',
    pagination: 'guide/results',
    postman: 'guide/reference-page',
    progress: 'guide/long-running-work',
    prometheus: 'guide/metrics',
    python: 'guide/other-languages',
    'rate limit': 'guide/rate-limits',
    'react native': 'guide/client-runtimes',
    readiness: 'guide/restarts',
    redact: 'guide/log-privacy',
    redis: 'guide/events',
    requirements: 'guide/deployment',
    resume: 'guide/subscriptions',
    retry: 'guide/client-retries',
    opentelemetry: 'guide/opentelemetry',
    role: 'guide/roles',
    rollback: 'guide/databases',
    'rpc.discover': 'guide/api-schemas',
    sentry: 'guide/tracing',
    session: 'guide/sessions',
    shutdown: 'guide/restarts',
    snake_case: 'guide/params',
    sse: 'guide/subscriptions',
    ssrf: 'guide/webhooks',
    'stop a call': 'guide/batches-and-notifications',
    streaming: 'guide/subscriptions',
    subscribe: 'guide/subscriptions',
    swagger: 'guide/reference-page',
    timeout: 'guide/batches-and-notifications',
    transaction: 'guide/databases',
    union: 'guide/params',
    upload: 'guide/uploads',
    'user closes the tab': 'guide/batches-and-notifications',
    version: 'guide/versioning',
    webhook: 'guide/webhooks',
    websocket: 'guide/subscriptions',
    'websocket browser': 'guide/client-connections',
    'which of my calls failed yesterday': 'guide/log-correlation',
    zod: 'guide/params',
  }),
)('the search for "%s" finds %s first', (words, page) => {
  const results = index.search(words).map(({ id }) => id);
  expect(results[0]?.split('#')[0]).toBe(page);
});

test('the search for a log message finds the table of messages among the first results', () => {
  const page = readFileSync(join(folder, 'guide/logs.md'), 'utf8');
  const messages = Array.from(
    page.matchAll(/^\| (?:error|warn) +\| (.+?) +\|/gm),
    ([, text]) => text ?? '',
  );
  const notFound = messages.filter((message) => {
    const results = index.search(message).slice(0, 8);
    return !results.some(({ id }) => id === 'guide/logs#all-messages');
  });
  expect(messages).not.toEqual([]);
  expect(notFound).toEqual([]);
});
