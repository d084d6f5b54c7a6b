import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** The account doesn't exist, or it belongs to another user. */
export class AccountNotFound extends defineError({
  code: 6002,
  message: 'Account not found',
  description: 'The account doesn’t exist, or it belongs to another customer.',
  data: v.object({ accountId: v.string() }),
  dataRequired: true,
}) {}
