/** A door of another package: `@jsonrpc-kit/core`, `@jsonrpc-kit/core/adapter`. */
export interface Arrow {
  readonly door: string;
  /** Only `import type` may go through it, so nothing of the other package is bundled. */
  readonly typesOnly: boolean;
}

/** What one package may use. */
export interface PackageRow {
  readonly arrows: readonly Arrow[];
  /**
   * The packages from outside that it may import. Where there is no list, whatever its package.json
   * names as a dependency or a peer.
   */
  readonly externals?: readonly string[];
  /** The `node:` modules it may import, each in one file at most. Where there is no list, all. */
  readonly builtins?: readonly string[];
}

const to = (door: string): Arrow => ({ door: `@jsonrpc-kit/${door}`, typesOnly: false });
const toTypesOf = (door: string): Arrow => ({ door: `@jsonrpc-kit/${door}`, typesOnly: true });

const adapter: PackageRow = { arrows: [to('node'), to('node/adapter'), to('core/adapter')] };

/** Private packages that measure or test the others. Like the examples they may use every package. */
export const privatePackages: readonly string[] = ['bench', 'browser', 'packed-projects', 'parity'];

/**
 * Who may import whom: a package that is not named here fails the test, so a new one begins here.
 * Examples may use every package.
 */
export const packageArrows: Readonly<Record<string, PackageRow>> = {
  core: {
    arrows: [],
    externals: ['p-queue', 'valibot', '@standard-schema/spec', 'cookie'],
    builtins: ['node:async_hooks'],
  },
  node: { arrows: [to('core/adapter')] },
  hono: adapter,
  express: adapter,
  fastify: adapter,
  schema: { arrows: [to('core/description'), to('core/adapter')] },
  testing: { arrows: [to('core'), to('core/adapter')] },
  conformance: { arrows: [], externals: [] },
  tracker: { arrows: [to('core')] },
  worker: { arrows: [to('core'), to('core/adapter')] },
  client: { arrows: [toTypesOf('core')], externals: [], builtins: [] },
};
