import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { PATH } from '../service/protocols.js';
import { type Setup, TOKEN_HEADER } from '../service/service.js';
import { baselineJsonRpc, handleText, parseError } from './json-rpc.js';
import { NOSNIFF, readText, sendText } from './node.js';

/** Express as its documentation shows: `express.json()` and `response.json()`. */
export async function expressBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const sendParseError: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.json(parseError);
  };
  const app = express();
  app.use(express.json({ limit: '1mb', strict: false }));
  app.post(PATH, (request, response, next) => {
    const send = (responses: unknown): void => {
      if (responses === undefined) response.status(204).end();
      else response.set(...NOSNIFF).json(responses);
    };
    const responses = handle(request.body, request.get(TOKEN_HEADER));
    if (responses instanceof Promise) responses.then(send).catch(next);
    else send(responses);
  });
  app.use(sendParseError);
  return createServer(app);
}

/** Reads the request and writes the response as on `node:http`. */
export async function expressBytesBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const app = express();
  app.post(PATH, (request, response, next) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    readText(request)
      .then((text) => handleText(handle, text, token))
      .then((text) => sendText(response, text))
      .catch(next);
  });
  return createServer(app);
}
