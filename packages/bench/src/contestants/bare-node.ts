import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import { readBytes } from '../by-hand/read-bytes.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';

/** No framework at all: `node:http` alone. */
export async function bareNode(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    sendText(response, await answerText(handle, await readBytes(request), token));
  };
  return createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== PATH) response.writeHead(404).end();
    else serve(request, response).catch(() => response.writeHead(400).end());
  });
}

/** The answer by hand as well. */
export function sendText(response: ServerResponse, text: string | undefined): void {
  if (text === undefined) {
    response.writeHead(204).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
