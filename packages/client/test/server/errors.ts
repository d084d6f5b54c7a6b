import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

export class Closed extends defineError({
  code: 6002,
  message: 'Account closed',
  data: v.object({ since: v.date() }),
}) {}
