import type { HttpAnswer } from '@jsonrpc-kit/core/adapter';
import { discardRest, whenOver } from '@jsonrpc-kit/node/adapter';
import type { FastifyReply } from 'fastify';

/**
 * Sends the answer through the reply, so that the application's hooks see it, beside the headers
 * that they have set. Its `sent` is called when it has left or its client is gone.
 */
export function sendResponse(answer: HttpAnswer, reply: FastifyReply): void {
  const { status, body, contentType, headers, sent } = answer;
  const { raw: outgoing } = reply;
  const { raw: incoming } = reply.request;
  if (sent !== undefined) whenOver(incoming, outgoing, () => void sent());
  if (!incoming.complete) discardRest(incoming, outgoing);
  if (headers !== undefined) setHeaders(reply, headers);
  reply.code(status);
  if (contentType !== undefined) reply.type(contentType);
  // Without one of its own Fastify would add a charset to the type of a text.
  reply.serializer(asItIs).send(body);
}

function asItIs(text: string): string {
  return text;
}

/** Cookies stand beside those of the application's own hooks; other headers replace theirs. */
function setHeaders(reply: FastifyReply, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') keepCookies(reply);
    reply.header(name, value);
  }
}

/** Those that middleware has set on Node's response would be replaced by the reply's. */
function keepCookies(reply: FastifyReply): void {
  const cookies = reply.raw.getHeader('set-cookie');
  if (cookies === undefined) return;
  reply.header('set-cookie', cookies);
  reply.raw.removeHeader('set-cookie');
}
