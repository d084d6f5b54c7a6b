import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api, HttpAnswer } from '@jsonrpc-kit/core/adapter';
import { discardRest } from './discard-rest.js';
import { whenOver } from './when-over.js';

const FAILURE: HttpAnswer = {
  status: 500,
  body: '{"detail":"Internal Server Error"}',
  contentType: 'application/json',
  headers: undefined,
  sent: undefined,
};

/**
 * Writes the answer, beside the headers that the response already has, and sees that its `sent` is
 * called when it has left or its client is gone. What HTTP can't carry is answered with 500 and
 * logged.
 */
export function sendResponse(
  answer: HttpAnswer,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  logger: Api['logger'],
): void {
  const { sent } = answer;
  if (sent !== undefined) whenOver(incoming, outgoing, () => void sent());
  // A time limit of the application, for one, may have answered in the meantime.
  if (outgoing.headersSent) return;
  if (!incoming.complete) discardRest(incoming, outgoing);
  try {
    write(answer, outgoing);
  } catch (err) {
    logger.error({ err }, 'The answer could not be sent');
    writeFailure(outgoing);
  }
}

function write({ status, body, contentType, headers }: HttpAnswer, outgoing: ServerResponse): void {
  if (headers !== undefined) setHeaders(outgoing, headers);
  if (body === undefined) {
    outgoing.writeHead(status).end();
    return;
  }
  const length = Buffer.byteLength(body);
  const entity =
    contentType === undefined
      ? { 'content-length': length }
      : { 'content-type': contentType, 'content-length': length };
  outgoing.writeHead(status, entity).end(body);
}

/** Cookies stand beside those of the application's own middlewares; other headers replace theirs. */
function setHeaders(outgoing: ServerResponse, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
}

function writeFailure(outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
  write(FAILURE, outgoing);
}
