import {
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  InternalError,
  type JsonRpcMiddleware,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

class AccountClosed extends defineError({ code: 6002, message: 'Account closed' }) {}

/** Assigns an error response without an error class. */
const closeAtNight: JsonRpcMiddleware = async (ctx, next) => {
  await next();
  ctx.rawResponse = { error: { code: 6003, message: 'Closed at night' } };
};

export const getBalance = dependency({}, function getBalance() {
  return 100;
});

const ledger = dependency({}, async function* ledger() {
  yield;
  throw new Error('The ledger is torn');
});

/** A bank with undeclared errors and methods that throw in every way. */
export function createApi(): Api {
  const bank = new Entrypoint('/bank');
  bank.method(
    'withdraw',
    { args: { amount: v.number(), balance: getBalance } },
    ({ amount, balance }) => {
      if (amount > balance) throw new NotEnoughMoney({ balance });
      return { balance: balance - amount };
    },
  );
  bank.method('pay', { errors: [NotEnoughMoney] }, () => {
    throw new NotEnoughMoney({ balance: 1 });
  });
  bank.method('close', { errors: [NotEnoughMoney] }, async () => {
    throw new AccountClosed();
  });
  bank.method('visit', { middlewares: [closeAtNight] }, () => 'open');
  bank.method('apologize', {}, () => {
    throw new InternalError();
  });
  bank.method('crash', {}, () => setOnFire());
  bank.method('crashLater', {}, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    setOnFire();
  });
  bank.method('shout', {}, () => {
    // oxlint-disable-next-line no-throw-literal -- like some application code
    throw 'Fire!';
  });
  bank.method('record', { dependencies: [ledger] }, () => 'recorded');
  bank.method('remind', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => {
      throw new Error('The letter is lost');
    });
  });
  return new Api({ logger: silent }).bindEntrypoint(bank);
}

/** A bank whose entrypoint declares almost no errors. */
export function createStrictApi(): Api {
  const strict = new Entrypoint('/strict', { errors: [AccountClosed] });
  strict.method('count', { args: { coins: v.number() } }, ({ coins }) => coins);
  return new Api({ logger: silent }).bindEntrypoint(strict);
}

function setOnFire(): never {
  throw new Error('The vault is on fire');
}

const silent = { error: () => undefined, warn: () => undefined };
