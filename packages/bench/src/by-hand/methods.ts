import type * as v from 'valibot';
import { add, AddParams, Sum } from '../service/add.js';
import { Balance, balance, BalanceParams, findAccount, openSession } from '../service/balance.js';
import { greet, Greeting, GreetParams, Token } from '../service/greet.js';
import { Order, place } from '../service/place.js';
import { fillerNames, type Setup } from '../service/setup.js';

/** A method as somebody writes it who has no framework: two schemas and a function. */
export interface HandMethod {
  readonly params: v.GenericSchema;
  /** Of the header, where the method takes it. */
  readonly token?: v.GenericSchema;
  readonly result: v.GenericSchema;
  /** Takes what the schemas gave. */
  readonly run: (params: never, token: never) => unknown;
}

export function handMethods(setup: Setup): ReadonlyMap<string, HandMethod> {
  const addition: HandMethod = { params: AddParams, result: Sum, run: add };
  return new Map<string, HandMethod>([
    ['add', addition],
    ['place', { params: Order, result: Order, run: place }],
    ['greet', { params: GreetParams, token: Token, result: Greeting, run: greetByHand }],
    ['balance', { params: BalanceParams, result: Balance, run: balanceByHand }],
    ...fillerNames(setup).map((name) => [name, addition] as const),
  ]);
}

function greetByHand(_params: never, token: string): string {
  return greet(token);
}

async function balanceByHand(
  params: v.InferOutput<typeof BalanceParams>,
): Promise<v.InferOutput<typeof Balance>> {
  return balance(await findAccount(openSession()), params);
}
