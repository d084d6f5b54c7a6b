import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** There is no such account, or it is not the caller's own where it has to be. */
export class AccountNotFound extends defineError({
  code: 6002,
  message: 'Account not found',
  data: v.object({ accountId: v.string() }),
  dataRequired: true,
}) {}
