/** A customer of a new bank; see examples/bank/src/seed.ts. */
const token = 'alice-token';

/** Returns the instructions for a new user of the bank at this origin. */
export function firstSteps(origin: string): string {
  const body = '{"jsonrpc":"2.0","id":1,"method":"listAccounts"}';
  return `
The bank is running at ${origin}

  Open ${origin} in two tabs of a browser, and transfer money in one of them.
  The other one shows the movement at once: it has subscribed to the accounts.

  ${origin}/docs lists all methods. Choose one and press "Send".
  The token of a customer, ${token}, is filled in.

  Or call a method from another terminal:

  curl ${origin}/api/v1/jsonrpc -H 'content-type: application/json' -H 'user-auth-token: ${token}' -d '${body}'

Stop it with Ctrl-C.
`;
}
