import { type Client, createClient } from '@jsonrpc-kit/client';
import type { BankError, methods } from '@jsonrpc-kit/example-bank';

export type BankClient = Client<typeof methods, BankError>;

/** The customer who uses the page. */
export interface Customer {
  token: string;
}

/** The methods that the client calls again with the same key if the connection breaks. */
export const idempotent = {
  deposit: true,
  sendStatement: true,
  transfer: true,
  withdraw: true,
} as const;

/** Creates the client. Each HTTP request has the current customer's token. */
export function bankClient(customer: Customer): BankClient {
  return createClient<typeof methods, BankError>({
    url: '/api/v1/jsonrpc',
    headers: () => ({ 'user-auth-token': customer.token }),
    timeout: 10_000,
    idempotent,
  });
}

/**
 * Sets the token for WebSockets, whose headers a page can't set. Browsers store cookies asynchronously, so a
 * WebSocket that is opened in the same turn may not have it.
 */
export function setTokenCookie(token: string): void {
  document.cookie = `user-auth-token=${token}; path=/api; samesite=strict`;
}
