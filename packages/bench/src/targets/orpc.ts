import { createServer, type Server } from 'node:http';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/node';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import * as v from 'valibot';
import { PATH } from '../service/protocols.js';
import * as service from '../service/service.js';

interface Context {
  readonly token: string | undefined;
}

/** The service as oRPC's documentation shows how to write one. */
function createRouter(setup: service.Setup) {
  const { AddParams, Balance, BalanceParams, Greeting, GreetParams, Order, Sum, Token } = service;
  const base = os.$context<Context>();
  const middleware = base.middleware(({ next }) => service.middleware(async () => next()));
  const procedure = setup.hasMiddlewares
    ? base.use(middleware).use(middleware).use(middleware)
    : base;
  const addition = () =>
    procedure
      .input(AddParams)
      .output(Sum)
      .handler(({ input }) => service.add(input));
  return {
    ...Object.fromEntries(service.fillerNames(setup).map((name) => [name, addition()])),
    add: addition(),
    place: procedure
      .input(Order)
      .output(Order)
      .handler(({ input }) => service.place(input)),
    greet: procedure
      .input(GreetParams)
      .output(Greeting)
      .handler(({ context }) => service.greet(v.parse(Token, context.token))),
    balance: procedure
      .input(BalanceParams)
      .output(Balance)
      .handler(async ({ input }) =>
        service.balance(await service.findAccount(service.openSession()), input),
      ),
  };
}

/** The adapter for `node:http`, with which oRPC is fastest. */
export async function orpcNode(setup: service.Setup): Promise<Server> {
  // Batches need this plugin, whose default limit is ten calls.
  const plugins = [new BatchHandlerPlugin<Context>({ maxSize: 1000 })];
  const handler = new RPCHandler(createRouter(setup), { plugins });
  return createServer((request, response) => {
    const token = request.headers[service.TOKEN_HEADER] as string | undefined;
    const options = { prefix: PATH, context: { token } } as const;
    void handler.handle(request, response, options).then(({ matched }) => {
      if (!matched) response.writeHead(404).end();
    });
  });
}
