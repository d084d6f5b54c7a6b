import type { Server } from 'node:http';
import { initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import * as v from 'valibot';
import { PATH } from '../service/protocols.js';
import * as service from '../service/service.js';

interface Context {
  readonly token: string | undefined;
}

/** The service as tRPC's documentation shows how to write one. */
function createRouter(setup: service.Setup) {
  const { AddParams, Balance, BalanceParams, Greeting, GreetParams, Order, Sum, Token } = service;
  const t = initTRPC.context<Context>().create();
  const middleware = t.middleware(({ next }) => service.middleware(next));
  const procedure = setup.hasMiddlewares
    ? t.procedure.use(middleware).use(middleware).use(middleware)
    : t.procedure;
  const addition = () =>
    procedure
      .input(AddParams)
      .output(Sum)
      .mutation(({ input }) => service.add(input));
  return t.router({
    ...Object.fromEntries(service.fillerNames(setup).map((name) => [name, addition()])),
    add: addition(),
    place: procedure
      .input(Order)
      .output(Order)
      .mutation(({ input }) => service.place(input)),
    greet: procedure
      .input(GreetParams)
      .output(Greeting)
      .mutation(({ ctx }) => service.greet(v.parse(Token, ctx.token))),
    balance: procedure
      .input(BalanceParams)
      .output(Balance)
      .mutation(async ({ input }) =>
        service.balance(await service.findAccount(service.openSession()), input),
      ),
  });
}

/** The fetch adapter behind Hono, where tRPC is fastest. */
export async function trpcHono(setup: service.Setup): Promise<Server> {
  const router = createRouter(setup);
  const app = new Hono();
  app.use(`${PATH}/*`, (c) =>
    fetchRequestHandler({
      endpoint: PATH,
      req: c.req.raw,
      router,
      createContext: ({ req }) => ({ token: req.headers.get(service.TOKEN_HEADER) ?? undefined }),
    }),
  );
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
