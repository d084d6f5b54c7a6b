import { describe, expect, inject, test } from 'vitest';
import { bundleForEdge } from '@jsonrpc-kit/test-support/bundle';
import { entryPointsIn } from './entry-points.js';

const folder = inject('everyPackage');
const entryPoints = entryPointsIn(folder);

/** A module with this code. */
const stdin = (contents: string): { stdin: { contents: string; resolveDir: string } } => ({
  stdin: { contents, resolveDir: folder },
});

/** The entry points that run on every platform, with the modules of Node that they need. */
const everywhere: Readonly<Record<string, readonly string[]>> = {
  '@jsonrpc-kit/client': [],
  '@jsonrpc-kit/client/event-stream': [],
  '@jsonrpc-kit/client/types': [],
  '@jsonrpc-kit/client/websocket': [],
  '@jsonrpc-kit/core': [],
  '@jsonrpc-kit/core/adapter': [],
  '@jsonrpc-kit/core/connection': [],
  '@jsonrpc-kit/core/context': ['node:async_hooks'],
  '@jsonrpc-kit/core/description': [],
  '@jsonrpc-kit/core/fetch': [],
  '@jsonrpc-kit/core/fetch/websocket': [],
  '@jsonrpc-kit/core/health': [],
  '@jsonrpc-kit/core/internal': [],
  '@jsonrpc-kit/core/p-queue': [],
  '@jsonrpc-kit/core/rate-limit': [],
  '@jsonrpc-kit/core/types': [],
  '@jsonrpc-kit/durable': ['node:crypto'],
  '@jsonrpc-kit/events': [],
  '@jsonrpc-kit/events/postgres': ['node:async_hooks'],
  '@jsonrpc-kit/events/redis': ['node:async_hooks'],
  '@jsonrpc-kit/explorer': [],
  '@jsonrpc-kit/hono': [],
  '@jsonrpc-kit/mcp': [],
  '@jsonrpc-kit/openrpc': [],
  '@jsonrpc-kit/openrpc/examples': [],
  '@jsonrpc-kit/schema': [],
  '@jsonrpc-kit/schema/internal': [],
  '@jsonrpc-kit/schema/swagger-ui': [],
  '@jsonrpc-kit/tracker': [],
  '@jsonrpc-kit/tracker/otel': [],
  '@jsonrpc-kit/worker/move': [],
};

test.each(Object.entries(everywhere))(
  '%s needs only these modules of Node: %j',
  async (entryPoint, builtins) => {
    const all = stdin(`export * from '${entryPoint}'`);
    expect(await bundleForEdge(folder, all)).toMatchObject({ builtins });
  },
);

describe('an import without names', () => {
  const effects: Readonly<Record<string, string>> = {
    '@jsonrpc-kit/core/context': 'switches AsyncLocalStorage on',
    '@jsonrpc-kit/testing/vitest': 'adds the matchers',
  };
  const isPure = (entryPoint: string): boolean => !(entryPoint in effects);

  test.each(entryPoints.filter(isPure))(
    'an import of %s without names adds nothing to a bundle',
    async (entryPoint) => {
      // Bundled for Node, because some entry points need its modules.
      const { code } = await bundleForEdge(folder, {
        ...stdin(`import '${entryPoint}'`),
        platform: 'node',
      });
      expect(code).toBe('');
    },
  );

  test('an import of an entry point with a side effect adds only that effect to a bundle', async () => {
    const context = stdin(`import '@jsonrpc-kit/core/context'`);
    const { code, packages, builtins } = await bundleForEdge(folder, context);
    expect(packages).toEqual(['@jsonrpc-kit/core']);
    expect(builtins).toEqual(['node:async_hooks']);
    expect(code).toContain('new ');
    expect(code.length).toBeLessThan(500);

    const matchers = {
      ...stdin(`import '@jsonrpc-kit/testing/vitest'`),
      external: ['vitest', 'node:*'],
    };
    expect((await bundleForEdge(folder, matchers)).code).toContain('.extend(');
  });
});

test('an import of one name of the core adds less than half of it to a bundle', async () => {
  const all = await bundleForEdge(folder, stdin(`export * from '@jsonrpc-kit/core'`));
  const part = await bundleForEdge(
    folder,
    stdin(`export { defineError } from '@jsonrpc-kit/core'`),
  );
  expect(part.code.length).toBeLessThan(all.code.length / 2);
});
