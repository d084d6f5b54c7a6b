import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import { readBytes } from '../by-hand/read-bytes.js';
import { parseError } from '../by-hand/response.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { sendText } from './bare-node.js';
import { PATH } from './contestant.js';

/** As Express's documentation shows: `express.json()` and `response.json()`. */
export async function bareExpress(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const answerJson: RequestHandler = (request, response, next) => {
    const send = (answer: unknown): void => {
      if (answer === undefined) response.status(204).end();
      else response.json(answer);
    };
    const answer = handle(request.body, request.get(TOKEN_HEADER));
    if (answer instanceof Promise) answer.then(send).catch(next);
    else send(answer);
  };
  const answerParseError: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.json(parseError(null));
  };
  const app = express();
  app.use(express.json({ limit: '1mb', strict: false }));
  app.post(PATH, answerJson);
  app.use(answerParseError);
  return createServer(app);
}

/** Reads the request and writes the response by hand, as on `node:http`. */
export async function bareExpressBytes(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const app = express();
  app.post(PATH, (request, response, next) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    readBytes(request)
      .then((text) => answerText(handle, text, token))
      .then((text) => sendText(response, text))
      .catch(next);
  });
  return createServer(app);
}
