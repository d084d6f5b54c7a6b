import { initTRPC } from '@trpc/server';
import { add, AddParams, Sum } from '../service/add.js';
import { enter, leave } from '../service/around.js';
import { Balance, balance, BalanceParams, findAccount, openSession } from '../service/balance.js';
import * as v from 'valibot';
import { greet, Greeting, GreetParams, Token } from '../service/greet.js';
import { Order, place } from '../service/place.js';
import { fillerNames, type Setup } from '../service/setup.js';

/** What `createContext` gives. */
export interface TrpcContext {
  readonly token: string | undefined;
}

/** The service as tRPC's documentation shows how to write one. */
export function trpcRouter(setup: Setup) {
  const t = initTRPC.context<TrpcContext>().create();
  const middleware = t.middleware(async ({ next }) => {
    enter();
    try {
      return await next();
    } finally {
      leave();
    }
  });
  const procedure = setup.hasMiddlewares
    ? t.procedure.use(middleware).use(middleware).use(middleware)
    : t.procedure;
  const addition = () =>
    procedure
      .input(AddParams)
      .output(Sum)
      .mutation(({ input }) => add(input));
  return t.router({
    ...Object.fromEntries(fillerNames(setup).map((name) => [name, addition()])),
    add: addition(),
    place: procedure
      .input(Order)
      .output(Order)
      .mutation(({ input }) => place(input)),
    greet: procedure
      .input(GreetParams)
      .output(Greeting)
      .mutation(({ ctx }) => greet(v.parse(Token, ctx.token))),
    balance: procedure
      .input(BalanceParams)
      .output(Balance)
      .mutation(async ({ input }) => balance(await findAccount(openSession()), input)),
  });
}
