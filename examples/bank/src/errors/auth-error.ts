import { defineError } from '@jsonrpc-kit/core';

/** The `user-auth-token` is missing or unknown. */
export class AuthError extends defineError({
  code: 7000,
  message: 'Auth error',
  description: 'The `user-auth-token` is missing or unknown.',
}) {}
