import { existsSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

/** A group of pages in the sidebar. */
export interface SidebarGroup {
  readonly text: string;
  readonly items: { readonly text: string; readonly link: string }[];
}

/** The sidebar of all pages that are written manually, in reading order. */
export const guideSidebar: SidebarGroup[] = [
  {
    text: 'Introduction',
    items: [
      { text: 'Getting started', link: '/start/' },
      { text: 'Hono', link: '/start/hono' },
      { text: 'Express', link: '/start/express' },
      { text: 'Fastify', link: '/start/fastify' },
      { text: 'node:http', link: '/start/node' },
    ],
  },
  {
    text: 'Basics',
    items: [
      { text: 'Methods and arguments', link: '/guide/methods-and-arguments' },
      { text: 'Errors', link: '/guide/errors' },
      { text: 'Dependencies', link: '/guide/dependencies' },
      { text: 'Middlewares and context', link: '/guide/middlewares-and-context' },
      { text: 'Batches, notifications, timeouts', link: '/guide/batches-and-notifications' },
      { text: 'Life of a request', link: '/guide/life-of-a-request' },
      { text: 'Testing', link: '/guide/testing' },
      { text: 'Typed client', link: '/guide/client' },
    ],
  },
  {
    text: 'Guides',
    items: [
      { text: 'Authentication', link: '/guide/authentication' },
      { text: 'Databases', link: '/guide/databases' },
      { text: 'Safe retries', link: '/guide/safe-retries' },
      { text: 'Subscriptions and connections', link: '/guide/subscriptions' },
      { text: 'Events', link: '/guide/events' },
      { text: 'Durable notifications', link: '/guide/durable-notifications' },
      { text: 'API schemas and reference page', link: '/guide/api-schemas' },
      { text: 'Versioning', link: '/guide/versioning' },
      { text: 'Breaking changes', link: '/guide/breaking-changes' },
      { text: 'Files and large bodies', link: '/guide/uploads' },
      { text: 'Worker methods', link: '/guide/worker-methods' },
      { text: 'TanStack Query', link: '/guide/tanstack-query' },
      { text: 'Tools for AI agents', link: '/guide/mcp' },
      { text: 'Tracing and errors', link: '/guide/tracing' },
      { text: 'Metrics', link: '/guide/metrics' },
      { text: 'Logs', link: '/guide/logs' },
    ],
  },
  {
    text: 'Deployment',
    items: [
      { text: 'Deployment', link: '/guide/deployment' },
      { text: 'Restarts without downtime', link: '/guide/restarts' },
      { text: 'Containers', link: '/guide/containers' },
      { text: 'systemd', link: '/guide/systemd' },
      { text: 'Behind a proxy', link: '/guide/proxies' },
      { text: 'Serverless and edge', link: '/guide/serverless' },
      { text: 'Other frameworks and runtimes', link: '/guide/other-frameworks' },
      { text: 'Limits and security', link: '/guide/limits-and-security' },
      { text: 'Threat model', link: '/guide/threat-model' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API reference', link: '/reference/' },
      { text: 'Glossary', link: '/guide/glossary' },
      { text: 'Conformance', link: '/conformance' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Stability policy', link: '/guide/stability' },
    ],
  },
  {
    text: 'Comparisons',
    items: [
      { text: 'Other RPC libraries', link: '/comparison' },
      { text: 'Coming from Python', link: '/guide/coming-from-python' },
      { text: 'Coming from jayson', link: '/guide/coming-from-jayson' },
      { text: 'Coming from json-rpc-2.0', link: '/guide/coming-from-json-rpc-2.0' },
    ],
  },
];

/**
 * Reads the sidebars of the API reference, which `npm run reference` writes. There is one for each entry
 * point, because a sidebar with all names would be longer than most pages.
 */
export function referenceSidebars(file: string): DefaultTheme.SidebarMulti {
  if (!existsSync(file)) throw new Error(`${file} is missing. Run \`npm run reference\` first.`);
  const all: DefaultTheme.SidebarItem[] = JSON.parse(
    readFileSync(file, 'utf8').replaceAll('"@jsonrpc-kit/', '"'),
  );
  const sidebarWith = (open?: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem[] => {
    const items = all.map((item) =>
      item === open
        ? { ...item, collapsed: false }
        : { text: item.text ?? '', link: item.link ?? '' },
    );
    return [{ text: 'API reference', link: '/reference/', items }];
  };
  return {
    ...Object.fromEntries(all.map((item) => [item.link ?? '', sidebarWith(item)])),
    '/reference/': sidebarWith(),
  };
}
