import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  httpRequest,
  httpResponse,
  jsonRpcContext,
  params,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

export class ClosedUntil extends defineError({
  code: 6002,
  message: 'Closed',
  data: v.object({ until: v.date() }),
}) {}

export class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}

const bank = new Entrypoint('/bank', { errors: [AuthError, ...Entrypoint.defaultErrors] });

export const getBalance = dependency({}, function getBalance(): number {
  return 100;
});

export const withdraw = bank.method(
  'withdraw',
  {
    args: { amount: v.number(), balance: getBalance },
    result: v.object({ balance: v.number() }),
    errors: [NotEnoughMoney],
  },
  ({ amount, balance }) => {
    if (amount > balance) throw new NotEnoughMoney({ balance });
    return { balance: balance - amount };
  },
);

export const ping = bank.method('ping', { result: v.literal('pong') }, () => 'pong');

export const nextVisit = bank.method(
  'nextVisit',
  {
    args: { isHoliday: v.optional(v.boolean(), false) },
    result: v.object({ at: v.date() }),
    errors: [ClosedUntil],
  },
  ({ isHoliday }) => {
    if (isHoliday) throw new ClosedUntil({ until: new Date(1) });
    return { at: new Date(0) };
  },
);

export const sum = bank.method(
  'sum',
  { args: { terms: params(v.array(v.number())) }, paramStructure: 'by-position' },
  ({ terms }) => terms.reduce((total, term) => total + term, 0),
);

export const forget = bank.method('forget', {}, () => undefined);

/** The request as the api receives it. */
export const echo = bank.method(
  'echo',
  { args: { ctx: jsonRpcContext, request: httpRequest, response: httpResponse }, result: v.any() },
  ({ ctx, request, response }) => {
    response.setCookie('one', '1');
    response.setCookie('two', '2');
    const headers = { type: request.header('content-type'), user: request.header('user') };
    return { message: ctx.rawRequest, headers };
  },
);

export const leave = bank.method('leave', {}, () => {
  throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Basic realm="bank"' });
});

/** Returns a bank whose logger is silent. */
export function createBank(): Api {
  const silent = { error: () => undefined, warn: () => undefined };
  return new Api({ logger: silent }).bindEntrypoint(bank);
}
