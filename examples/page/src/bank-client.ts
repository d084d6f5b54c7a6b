import { type Client, createClient } from '@jsonrpc-kit/client';
import type { BankError, methods } from '@jsonrpc-kit/example-bank';

export type BankClient = Client<typeof methods, BankError>;

/** Who is at the page. */
export interface Customer {
  token: string;
}

/** The bank; each HTTP request takes the token of whoever is at the page by then. */
export function bankClient(customer: Customer): BankClient {
  return createClient<typeof methods, BankError>({
    url: '/api/v1/jsonrpc',
    headers: () => ({ 'user-auth-token': customer.token }),
    timeout: 10_000,
  });
}
