import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { nodeBindings } from './node-bindings.js';

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
 * than the shell knows (`raw.body`, `raw.clone()`); then it makes a real `Request`, whose stream
 * takes the message soon after, without a trace on it yet. The shell's symbols tell, and whether it
 * has handed out `headers`, which could be changed. Should they be named otherwise some day, the
 * request is read: slower, and as right.
 */
export function untouchedMessage(c: Context): UntouchedMessage {
  const { raw } = c.req;
  let isShell = false;
  let hasRequest = false;
  let hasHeaders = false;
  for (const { description } of Object.getOwnPropertySymbols(raw)) {
    if (description === 'incomingKey') isShell = true;
    else if (description === 'requestCache') hasRequest = true;
    else if (description === 'headersKey') hasHeaders = true;
  }
  const incoming = isShell ? nodeBindings(c)?.incoming : undefined;
  if (incoming === undefined) return NOTHING;
  return {
    headers: hasHeaders ? undefined : incoming,
    body: hasRequest || raw.bodyUsed ? undefined : incoming,
  };
}
