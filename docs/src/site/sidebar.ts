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
    text: 'Tutorial',
    items: [
      { text: '1. The first method', link: '/tutorial/first-method' },
      { text: '2. Tests', link: '/tutorial/tests' },
      { text: '3. A database', link: '/tutorial/database' },
      { text: '4. Authentication', link: '/tutorial/authentication' },
      { text: '5. Safe retries', link: '/tutorial/safe-retries' },
      { text: '6. Deployment', link: '/tutorial/deployment' },
    ],
  },
  {
    text: 'Basics',
    items: [
      { text: 'Methods and arguments', link: '/guide/methods-and-arguments' },
      { text: 'Params', link: '/guide/params' },
      { text: 'Results and lists', link: '/guide/results' },
      { text: 'Headers, cookies, credentials', link: '/guide/http-arguments' },
      { text: 'Entrypoints and apis', link: '/guide/entrypoints' },
      { text: 'Errors', link: '/guide/errors' },
      { text: 'Built-in errors', link: '/guide/built-in-errors' },
      { text: 'Dependencies', link: '/guide/dependencies' },
      { text: 'Resources', link: '/guide/resources' },
      { text: 'Middlewares and context', link: '/guide/middlewares-and-context' },
      { text: 'Batches, notifications, timeouts', link: '/guide/batches-and-notifications' },
      { text: 'Concurrency', link: '/guide/concurrency' },
      { text: 'Life of a request', link: '/guide/life-of-a-request' },
      { text: 'Testing', link: '/guide/testing' },
      { text: 'Recipes for tests', link: '/guide/testing-recipes' },
      { text: 'Undeclared errors', link: '/guide/undeclared-errors' },
      { text: 'Typed client', link: '/guide/client' },
      { text: 'Errors in the client', link: '/guide/client-errors' },
      { text: 'Types of the client', link: '/guide/client-types' },
      { text: 'Browsers, Node, React Native', link: '/guide/client-runtimes' },
      { text: 'Timeouts and retries', link: '/guide/client-retries' },
    ],
  },
  {
    text: 'Guides',
    items: [
      { text: 'Authentication', link: '/guide/authentication' },
      { text: 'Sessions and cookies', link: '/guide/sessions' },
      { text: 'Tokens and API keys', link: '/guide/tokens' },
      { text: 'Roles and permissions', link: '/guide/roles' },
      { text: 'Webhooks', link: '/guide/webhooks' },
      { text: 'Databases', link: '/guide/databases' },
      { text: 'One database for everything', link: '/guide/one-database' },
      { text: 'Conflicts and deadlocks', link: '/guide/conflicts' },
      { text: 'Safe retries', link: '/guide/safe-retries' },
      { text: 'Storage of keys', link: '/guide/idempotency-storage' },
      { text: 'Subscriptions and connections', link: '/guide/subscriptions' },
      { text: 'Client connections', link: '/guide/client-connections' },
      { text: 'Events', link: '/guide/events' },
      { text: 'Long-running work', link: '/guide/long-running-work' },
      { text: 'Durable notifications', link: '/guide/durable-notifications' },
      { text: 'Failed jobs and their order', link: '/guide/durable-jobs' },
      { text: 'API schemas', link: '/guide/api-schemas' },
      { text: 'Supported schemas', link: '/guide/schemas' },
      { text: 'Reference page', link: '/guide/reference-page' },
      { text: 'Versioning', link: '/guide/versioning' },
      { text: 'Breaking changes', link: '/guide/breaking-changes' },
      { text: 'Comparing documents', link: '/guide/comparing-documents' },
      { text: 'Uploads and large bodies', link: '/guide/uploads' },
      { text: 'Worker methods', link: '/guide/worker-methods' },
      { text: 'TanStack Query', link: '/guide/tanstack-query' },
      { text: 'Tools for AI agents', link: '/guide/mcp' },
      { text: 'Other languages', link: '/guide/other-languages' },
      { text: 'Tracing and errors', link: '/guide/tracing' },
      { text: 'OpenTelemetry', link: '/guide/opentelemetry' },
      { text: 'Metrics', link: '/guide/metrics' },
      { text: 'Logs', link: '/guide/logs' },
      { text: 'Find a call in the logs', link: '/guide/log-correlation' },
      { text: 'Personal data in logs', link: '/guide/log-privacy' },
    ],
  },
  {
    text: 'Deployment',
    items: [
      { text: 'Deployment', link: '/guide/deployment' },
      { text: 'Before production', link: '/guide/before-production' },
      { text: 'Restarts without downtime', link: '/guide/restarts' },
      { text: 'Containers', link: '/guide/containers' },
      { text: 'systemd', link: '/guide/systemd' },
      { text: 'Behind a proxy', link: '/guide/proxies' },
      { text: 'Serverless and edge', link: '/guide/serverless' },
      { text: 'Other frameworks and runtimes', link: '/guide/other-frameworks' },
      { text: 'Limits and security', link: '/guide/limits-and-security' },
      { text: 'Invalid and costly input', link: '/guide/costly-input' },
      { text: 'Rate limits', link: '/guide/rate-limits' },
      { text: 'Calls from browsers', link: '/guide/browser-security' },
      { text: 'Threat model', link: '/guide/threat-model' },
      { text: 'Attacks on similar software', link: '/guide/published-vulnerabilities' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API reference', link: '/reference/' },
      { text: 'Glossary', link: '/guide/glossary' },
      { text: 'Conformance', link: '/conformance' },
      { text: 'Findings of the audit', link: '/conformance-findings' },
      { text: 'Cases of the audit', link: '/conformance-cases' },
      { text: 'Audit a server', link: '/guide/conformance-audit' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Benchmarks of events', link: '/benchmarks-events' },
      { text: 'Behaviour at the limits', link: '/benchmarks-limits' },
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
