import type { Server } from 'node:http';
import type { Setup } from '../service/setup.js';

export const frameworks = ['node', 'hono', 'express', 'fastify'] as const;
export type Framework = (typeof frameworks)[number];

/** How requests and answers look on the wire; the work that they stand for is the same. */
export type Wire = 'json-rpc' | 'trpc' | 'orpc';

/**
 * - `base`: a handler by hand, to be compared with;
 * - `reference`: one of the others with an `AsyncLocalStorage`, to see what that costs;
 * - `kit`: jsonrpc-kit;
 * - `peer`: what others make.
 */
export type Role = 'base' | 'reference' | 'kit' | 'peer';

/** The path that every contestant serves. */
export const PATH = '/rpc';

/** Makes the server, not yet listening. */
export type MakeServer = (setup: Setup) => Promise<Server>;

export interface Contestant {
  readonly framework: Framework;
  /** Unique within its framework. */
  readonly name: string;
  readonly role: Role;
  readonly wire: Wire;
  /** Workloads that it has no equal of, and why. */
  readonly leavesOut: Readonly<Record<string, string>>;
  /** Another checkout of this repository, whose own benchmark serves its `kit`. */
  readonly checkout?: string | undefined;
  /** Loads no more than this contestant needs: a server process holds nothing of the others. */
  readonly load: () => Promise<MakeServer>;
}
