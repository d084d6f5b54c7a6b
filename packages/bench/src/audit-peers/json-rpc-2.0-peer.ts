import express, { type Express } from 'express';
import {
  JSONRPCErrorCode,
  JSONRPCErrorException,
  type JSONRPCParams,
  type JSONRPCRequest,
  JSONRPCServer,
} from 'json-rpc-2.0';
import { httpPeer, type Peer } from './peer.js';

/** https://github.com/shogowada/json-rpc-2.0#server: behind Express, which reads the JSON. */
export const jsonRpc20Peer: Peer = httpPeer(
  'json-rpc-2.0',
  'behind Express, `express.json()` and `receive()`, as its README shows',
  () => {
    const server = methods();
    const app = quietExpress();
    app.use(express.json());
    app.post('/', (request, response, next) => {
      server.receive(request.body as JSONRPCRequest).then((answer) => {
        if (answer) response.json(answer);
        else response.sendStatus(204);
      }, next);
    });
    return app;
  },
);

/** Its other way in, which its README names: the text is its own to read. */
export const jsonRpc20TextPeer: Peer = httpPeer(
  'json-rpc-2.0',
  'behind Express, `express.text()` and `receiveJSON()`',
  () => {
    const server = methods();
    const app = quietExpress();
    app.use(express.text({ type: 'application/json' }));
    app.post('/', (request, response, next) => {
      server.receiveJSON(request.body as string).then((answer) => {
        if (answer) response.json(answer);
        else response.sendStatus(204);
      }, next);
    });
    return app;
  },
);

/** In its test environment Express writes no errors to the console. */
function quietExpress(): Express {
  return express().set('env', 'test');
}

function methods(): JSONRPCServer {
  // Without a listener it writes every error to the console.
  const server = new JSONRPCServer({ errorListener: () => undefined });
  server.addMethod('subtract', (params: JSONRPCParams) => {
    const named = params as Readonly<Record<string, unknown>> | readonly unknown[] | undefined;
    const [minuend, subtrahend]: readonly unknown[] = Array.isArray(named)
      ? named
      : [named?.['minuend' as never], named?.['subtrahend' as never]];
    if (typeof minuend !== 'number' || typeof subtrahend !== 'number') {
      throw new JSONRPCErrorException('Invalid params', JSONRPCErrorCode.InvalidParams);
    }
    return minuend - subtrahend;
  });
  server.addMethod('sum', (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0));
  server.addMethod('get_data', () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    server.addMethod(name, () => undefined);
  }
  server.addMethod('echo', (params: JSONRPCParams) => params as unknown);
  server.addMethod('throws', ({ secret }: { secret: string }) => {
    throw new Error(secret);
  });
  server.addMethod('wait', ({ milliseconds }: { milliseconds: number }) => {
    return new Promise((resolve) => {
      setTimeout(() => resolve(milliseconds), milliseconds);
    });
  });
  return server;
}
