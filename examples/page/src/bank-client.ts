import { type Client, createClient } from '@jsonrpc-kit/client';
import type { methods } from '@jsonrpc-kit/example-bank';

/** What the bank's entrypoint declares for all of its methods. */
export interface AuthError {
  readonly code: 7000;
  readonly data: undefined;
}

export type BankClient = Client<typeof methods, AuthError>;

/** Who is at the page. */
export interface Customer {
  token: string;
}

/** The bank; each HTTP request takes the token of whoever is at the page by then. */
export function bankClient(customer: Customer): BankClient {
  return createClient<typeof methods, AuthError>({
    url: '/api/v1/jsonrpc',
    headers: () => ({ 'user-auth-token': customer.token }),
    timeout: 10_000,
  });
}
