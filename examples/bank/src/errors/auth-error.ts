import { defineError } from '@jsonrpc-kit/core';

/** No `user-auth-token`, or nobody's. */
export class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
