import express from 'express';
import { JSONRPCErrorCode, JSONRPCErrorException, JSONRPCServer } from 'json-rpc-2.0';
import { methods } from './methods.mjs';

// Without a listener the server writes every error to the console.
const server = new JSONRPCServer({ errorListener: () => undefined });
const invalidParams = new JSONRPCErrorException('Invalid params', JSONRPCErrorCode.InvalidParams);
for (const [name, method] of Object.entries(methods(invalidParams))) {
  server.addMethod(name, (input) => method(/** @type {never} */ (input)));
}

/** With `text`, the server parses the body, and otherwise Express, as in the README of the library. */
const isText = process.argv[2] === 'text';

const app = express();
app.use(isText ? express.text({ type: 'application/json' }) : express.json());
app.post('/', (request, response, next) => {
  const received = isText ? server.receiveJSON(request.body) : server.receive(request.body);
  received.then((result) => {
    if (result) response.json(result);
    else response.sendStatus(204);
  }, next);
});
app.listen(8000, '127.0.0.1');
