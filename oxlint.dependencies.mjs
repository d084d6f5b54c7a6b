// The dependency rules: what the packages, and the folders of the core, may import. `npm run lint` runs
// oxlint a second time with this file, as .oxlintrc.json would need 300 lines for these tables.

/** What each public package may import from the others. A package that isn't listed may import none. */
const packages = {
  node: ['core', 'core/types', 'core/adapter', 'core/connection', 'core/internal'],
  hono: [
    'node',
    'node/adapter',
    'node/websocket',
    'core',
    'core/types',
    'core/adapter',
    'core/internal',
  ],
  express: [
    'node',
    'node/adapter',
    'node/websocket',
    'core',
    'core/types',
    'core/adapter',
    'core/internal',
  ],
  fastify: [
    'node',
    'node/adapter',
    'node/websocket',
    'core',
    'core/types',
    'core/adapter',
    'core/internal',
  ],
  schema: [
    'core/description',
    'core/adapter',
    'core/internal',
    'openrpc',
    'openrpc/internal',
    'openrpc/examples',
    'explorer',
  ],
  // A tool is described by the same JSON Schemas as a method in the API schemas.
  mcp: [
    'core',
    'core/types',
    'core/description',
    'core/adapter',
    'core/internal',
    'schema/internal',
  ],
  explorer: ['openrpc', 'openrpc/internal', 'openrpc/examples'],
  testing: [
    'core',
    'core/types',
    'core/adapter',
    'core/connection',
    'core/internal',
    'schema',
    'openrpc/diff',
  ],
  tracker: ['core', 'core/types', 'core/adapter', 'core/internal'],
  worker: ['core', 'core/types', 'core/adapter', 'core/internal'],
  durable: ['core', 'core/types', 'core/adapter', 'core/internal'],
  events: ['core', 'core/types', 'core/internal'],
};

/** The folders of `packages/core/src`. Each imports from itself and from those before it. */
const coreFolders = [
  'async',
  'options',
  'brand',
  'scheduling',
  'logging',
  'jsonrpc',
  'http',
  'message',
  'memory',
  'validation',
  'errors',
  'background',
  'context',
  'rate-limit',
  'di',
  'security',
  'middleware',
  'method',
  'subscription',
  'entrypoint',
  'call',
  'exchange',
  'api',
  'connection',
  'fetch',
];

const ours = '@jsonrpc-kit/**';

/** Only context.ts may import this module, because loading AsyncLocalStorage slows programs down. */
const asyncContext = '**/async-local-context.js';

/**
 * Creates an override. For each file, the last override that matches it replaces the others.
 *
 * @param {string} files
 * @param {object} restrictions the options of no-restricted-imports
 * @param {object} others
 */
const override = (files, restrictions, others = {}) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', restrictions], ...others },
});

export default {
  plugins: ['import'],
  categories: { correctness: 'off' },
  overrides: [
    override('packages/*/src/**', {
      patterns: [
        { group: [ours], message: 'Add what this package may import to oxlint.dependencies.mjs.' },
      ],
    }),

    ...Object.entries(packages).map(([name, allowed]) =>
      override(`packages/${name}/src/**`, {
        patterns: [
          {
            group: [ours, ...allowed.map((path) => `!@jsonrpc-kit/${path}`)],
            message: `${name} may import ${allowed.join(', ')}.`,
          },
        ],
      }),
    ),

    // A bundle with the client contains no code of the server.
    override(
      'packages/client/src/**',
      {
        paths: [
          {
            name: '@jsonrpc-kit/core',
            allowTypeImports: true,
            message: 'client may import types of core. Use `import type`.',
          },
        ],
        patterns: [
          { group: [ours, '!@jsonrpc-kit/core'], message: 'client may import types of core.' },
        ],
      },
      { 'import/no-nodejs-modules': 'error' },
    ),

    // The core runs on every JavaScript runtime. Its entry points, beside the folders, are for users.
    override(
      'packages/core/src/**',
      { patterns: [{ group: [ours, '../**', './*.js', asyncContext] }] },
      { 'import/no-nodejs-modules': 'error' },
    ),
    override('packages/core/src/context.ts', { patterns: [{ group: [ours, './*.js'] }] }),
    ...coreFolders.map((folder, index) => {
      const below = coreFolders.slice(0, index).map((other) => `!../${other}/**`);
      return override(`packages/core/src/${folder}/**`, {
        patterns: [
          {
            group: [ours, '../**', ...below, asyncContext],
            message: `${folder} may import only the folders before it in oxlint.dependencies.mjs.`,
          },
        ],
      });
    }),
    {
      files: ['packages/core/src/**/async-local-context.ts'],
      rules: { 'import/no-nodejs-modules': ['error', { allow: ['node:async_hooks'] }] },
    },

    override('examples/**', {
      paths: [{ name: '@jsonrpc-kit/core/internal', message: 'Only our packages may import it.' }],
    }),

    {
      files: ['**/*.{test,test-d,bench}.ts', 'packages/bench/**'],
      rules: { 'no-restricted-imports': 'off', 'import/no-nodejs-modules': 'off' },
    },
  ],
};
