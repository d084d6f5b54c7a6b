import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { Cents } from '../accounts/cents.js';

/** The amount exceeds the `balance` of the account. */
export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  description: 'The amount exceeds the `balance` of the account.',
  data: v.object({ balance: Cents }),
  dataRequired: true,
}) {}
