import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { nodeBindings } from './node-bindings.js';
import { shellKeysOf } from './shell-keys.js';

/** Node's own message, where nobody in front has taken over its headers, or its body. */
export interface UntouchedMessage {
  readonly headers: IncomingMessage | undefined;
  readonly body: IncomingMessage | undefined;
}

const NOTHING: UntouchedMessage = { headers: undefined, body: undefined };

/**
 * What can be read from the message itself. For a body that takes a sixth of the time that the
 * request's stream takes.
 *
 * The request of `@hono/node-server` is a shell around that message until somebody asks for more
 * than the shell knows (`raw.body`, `raw.clone()`); then it makes a real `Request`.
 */
export function untouchedMessage(c: Context): UntouchedMessage {
  const incoming = nodeBindings(c)?.incoming;
  if (incoming === undefined) return NOTHING;
  const { raw } = c.req;
  const keys = shellKeysOf(raw);
  if (keys === undefined) return NOTHING;
  const made = raw as unknown as Readonly<Record<symbol, unknown>>;
  return {
    headers: made[keys.headers] === undefined ? incoming : undefined,
    body: made[keys.request] === undefined && !raw.bodyUsed ? incoming : undefined,
  };
}
