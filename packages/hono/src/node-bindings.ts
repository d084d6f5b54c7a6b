import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** What `@hono/node-server` hands to an application as its `env`. */
export interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The request and response of `node:http` under a context; undefined on other runtimes. */
export function nodeBindings({ env }: Context): NodeBindings | undefined {
  // Hono can't know what a server hands over; on other runtimes it may be nothing at all.
  const { incoming, outgoing } = (env ?? {}) as Partial<NodeBindings>;
  return typeof incoming?.rawHeaders === 'object' && typeof outgoing?.writeHead === 'function'
    ? { incoming, outgoing }
    : undefined;
}
