import { os } from '@orpc/server';
import * as v from 'valibot';
import { add, AddParams, Sum } from '../service/add.js';
import { enter, leave } from '../service/around.js';
import { Balance, balance, BalanceParams, findAccount, openSession } from '../service/balance.js';
import { greet, Greeting, GreetParams, Token } from '../service/greet.js';
import { Order, place } from '../service/place.js';
import { fillerNames, type Setup } from '../service/setup.js';

/** The initial context of a request. */
export interface OrpcContext {
  readonly token: string | undefined;
}

/** The service as oRPC's documentation shows how to write one. */
export function orpcRouter(setup: Setup) {
  const base = os.$context<OrpcContext>();
  const middleware = base.middleware(async ({ next }) => {
    enter();
    try {
      return await next();
    } finally {
      leave();
    }
  });
  const procedure = setup.hasMiddlewares
    ? base.use(middleware).use(middleware).use(middleware)
    : base;
  const addition = () =>
    procedure
      .input(AddParams)
      .output(Sum)
      .handler(({ input }) => add(input));
  return {
    ...Object.fromEntries(fillerNames(setup).map((name) => [name, addition()])),
    add: addition(),
    place: procedure
      .input(Order)
      .output(Order)
      .handler(({ input }) => place(input)),
    greet: procedure
      .input(GreetParams)
      .output(Greeting)
      .handler(({ context }) => greet(v.parse(Token, context.token))),
    balance: procedure
      .input(BalanceParams)
      .output(Balance)
      .handler(async ({ input }) => balance(await findAccount(openSession()), input)),
  };
}
