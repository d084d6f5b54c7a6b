import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { nodeBindings } from './node-bindings.js';

/**
 * Node's own message under the request, where nobody has begun to read it. Reading it takes a sixth
 * of the time that the request's stream takes.
 *
 * The request of `@hono/node-server` is a shell around that message until somebody asks for more
 * than the shell knows (`raw.body`, `raw.clone()`); then it makes a real `Request`, whose stream
 * takes the message soon after, without a trace on it yet. The shell's symbols tell. Should they be
 * named otherwise some day, the stream is read: slower, and as right.
 */
export function untouchedIncoming(c: Context): IncomingMessage | undefined {
  const { raw } = c.req;
  if (raw.bodyUsed || !isBareShell(raw)) return undefined;
  return nodeBindings(c)?.incoming;
}

function isBareShell(request: Request): boolean {
  let isShell = false;
  for (const { description } of Object.getOwnPropertySymbols(request)) {
    if (description === 'requestCache') return false;
    if (description === 'incomingKey') isShell = true;
  }
  return isShell;
}
