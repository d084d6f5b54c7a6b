import type { Profiler } from 'node:inspector/promises';
import type { Setup } from '../service/setup.js';
import type { Tally } from '../service/tally.js';

/** What a server process is started with, as JSON in its first argument. */
export interface ServerOrder {
  readonly framework: string;
  readonly contestant: string;
  readonly setup: Setup;
}

export type Question = 'usage' | 'memory' | 'start-profile' | 'stop-profile';

/** Of the server's process alone. */
export interface Usage {
  /** Microseconds since its start, of all its threads, in user and in kernel mode. */
  readonly cpu: number;
  readonly tally: Tally;
}

/** In bytes, after garbage collections. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

export interface Replies {
  readonly usage: Usage;
  readonly memory: Memory;
  readonly 'start-profile': null;
  readonly 'stop-profile': Profiler.Profile;
}

export type ServerMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'reply'; readonly reply: Replies[Question] };
