import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { PATH } from '../service/protocols.js';
import { type Setup, TOKEN_HEADER } from '../service/service.js';
import { baselineJsonRpc, handleText } from './json-rpc.js';

/** The header that jsonrpc-kit sends beside a body; the baselines send it for a fair comparison. */
export const NOSNIFF = ['x-content-type-options', 'nosniff'] as const;

const MAX_BODY_BYTES = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** `node:http` without a framework. */
export async function nodeBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    sendText(response, await handleText(handle, await readText(request), token));
  };
  return createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== PATH) response.writeHead(404).end();
    else serve(request, response).catch(() => response.writeHead(400).end());
  });
}

export function sendText(response: ServerResponse, text: string | undefined): void {
  if (text === undefined) {
    response.writeHead(204).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      [NOSNIFF[0]]: NOSNIFF[1],
    })
    .end(text);
}

/** Reads a body up to its limit. Rejects a larger one, and one that isn't UTF-8. */
export function readText(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) reject(new RangeError('The body is too large'));
      else chunks.push(chunk);
    });
    stream.on('error', reject);
    stream.on('end', () => {
      try {
        const [first] = chunks;
        resolve(decoder.decode(chunks.length === 1 ? first : Buffer.concat(chunks, length)));
      } catch (error) {
        reject(error);
      }
    });
  });
}
