import { describe, expect, inject, test } from 'vitest';
import { bundleForEdge } from './bundle.js';
import { doorsIn } from './doors.js';

const folder = inject('everyPackage');
const doors = doorsIn(folder);

/** A module that does this with a door. */
const stdin = (contents: string): { stdin: { contents: string; resolveDir: string } } => ({
  stdin: { contents, resolveDir: folder },
});

/** What runs everywhere, and the modules of Node that it needs. What is not here is for Node alone. */
const everywhere: Readonly<Record<string, readonly string[]>> = {
  '@jsonrpc-kit/client': [],
  '@jsonrpc-kit/core': [],
  '@jsonrpc-kit/core/adapter': [],
  '@jsonrpc-kit/core/context': ['node:async_hooks'],
  '@jsonrpc-kit/core/description': [],
  '@jsonrpc-kit/hono': [],
  '@jsonrpc-kit/schema': [],
  '@jsonrpc-kit/tracker': [],
  '@jsonrpc-kit/tracker/otel': [],
  '@jsonrpc-kit/worker/move': [],
};

test.each(Object.entries(everywhere))('%s needs nothing of Node but %j', async (door, builtins) => {
  const all = stdin(`export * from '${door}'`);
  expect(await bundleForEdge(folder, all)).toMatchObject({ builtins });
});

describe('an import of nothing', () => {
  const effects: Readonly<Record<string, string>> = {
    '@jsonrpc-kit/core/context': 'switches AsyncLocalStorage on',
    '@jsonrpc-kit/testing/vitest': 'adds the matchers',
  };
  const isPure = (door: string): boolean => !(door in effects);

  test.each(doors.filter(isPure))('of %s leaves nothing in a bundle', async (door) => {
    // Not only the bundles for an edge runtime: what wants Node's modules may have them.
    const { code } = await bundleForEdge(folder, {
      ...stdin(`import '${door}'`),
      platform: 'node',
    });
    expect(code).toBe('');
  });

  test('of what has an effect keeps it, and no more', async () => {
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

test('a part of the core does not bring all of it along', async () => {
  const all = await bundleForEdge(folder, stdin(`export * from '@jsonrpc-kit/core'`));
  const part = await bundleForEdge(
    folder,
    stdin(`export { defineError } from '@jsonrpc-kit/core'`),
  );
  expect(part.code.length).toBeLessThan(all.code.length / 2);
});
