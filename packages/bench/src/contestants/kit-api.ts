import {
  Api,
  dependency,
  Entrypoint,
  header,
  type JsonRpcMiddleware,
  params,
} from '@jsonrpc-kit/core';
import { add, addEntries, Sum } from '../service/add.js';
import { enter, leave } from '../service/around.js';
import { Balance, balance, balanceEntries, findAccount, openSession } from '../service/balance.js';
import { greet, Greeting, Token, TOKEN_HEADER } from '../service/greet.js';
import { Order, place } from '../service/place.js';
import { fillerNames, type Setup } from '../service/setup.js';

/** The service as jsonrpc-kit's documentation shows how to declare one. */
export function kitApi(path: string, setup: Setup): Api {
  const rpc = new Entrypoint(path, { middlewares: setup.hasMiddlewares ? three(middleware) : [] });
  const session = dependency({}, openSession);
  const account = dependency({ session }, (args) => findAccount(args.session));

  rpc.method('add', { args: addEntries, result: Sum }, add);
  rpc.method('place', { args: { order: params(Order) }, result: Order }, ({ order }) =>
    place(order),
  );
  rpc.method(
    'greet',
    { args: { token: header(Token, { alias: TOKEN_HEADER }) }, result: Greeting },
    ({ token }) => greet(token),
  );
  rpc.method('balance', { args: { ...balanceEntries, account }, result: Balance }, (args) =>
    balance(args.account, args),
  );
  for (const name of fillerNames(setup)) rpc.method(name, { args: addEntries, result: Sum }, add);
  return new Api().bindEntrypoint(rpc);
}

const middleware: JsonRpcMiddleware = async (_context, next) => {
  enter();
  try {
    await next();
  } finally {
    leave();
  }
};

function three<Value>(value: Value): readonly Value[] {
  return [value, value, value];
}
