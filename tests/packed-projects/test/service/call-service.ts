import { createClient, safe } from '@jsonrpc-kit/client';
import type * as adminMethods from './admin.js';
import type * as bankMethods from './bank.js';

/** Calls the service as a user with a token, one with a session, an administrator and a stranger. */
export async function callService(address: string): Promise<readonly unknown[]> {
  const bank = createClient<typeof bankMethods>({ url: `${address}/bank` });
  const admin = createClient<typeof adminMethods>({ url: `${address}/admin` });

  const ann = { headers: { authorization: 'Bearer token-of-ann' } };
  const annsBrowser = { headers: { cookie: 'session=session-of-ann' } };
  const root = { headers: { authorization: 'Bearer token-of-root' } };

  async function transfer(to: string, amount: number, options: object): Promise<string> {
    const outcome = await safe(bank.transfer({ to, amount }, options));
    if (outcome.ok) return `${outcome.result.balance satisfies number} left`;
    const { error } = outcome;
    switch (error.code) {
      case 6001:
        return `only ${error.data.balance satisfies number} left`;
      case 6002:
        return `no account of ${error.data.owner satisfies string}`;
      case 7000: // UnknownUser, of the entrypoint
        return error.message;
      // @ts-expect-error neither the method nor its entrypoint declares Forbidden
      case 7001:
        return 'forbidden';
      case 'http-status':
        return `status ${error.status satisfies number}`;
      default:
        return error.message;
    }
  }

  async function accounts(options: object): Promise<unknown> {
    const outcome = await safe(admin['accounts.list']({}, options));
    if (outcome.ok) return outcome.result.map(({ owner, balance }) => `${owner} ${balance}`);
    const { error } = outcome;
    return error.code === 7001 ? (error.data.role satisfies 'admin') : error.message;
  }

  const open = async (owner: string, sponsor: string): Promise<string> => {
    const outcome = await safe(admin['accounts.open']({ owner, sponsor }, root));
    return outcome.ok ? outcome.result : outcome.error.message;
  };

  return [
    [await bank.whoami({}, ann), await bank.whoami({}, annsBrowser)],
    await transfer('bob', 30, ann),
    await transfer('bob', 30, annsBrowser),
    await transfer('bob', 500, ann),
    await transfer('eve', 1, ann),
    await transfer('bob', 1, { headers: { authorization: 'Bearer stolen' } }),
    await transfer('bob', 1, {}),
    await open('eve', 'unknown'),
    await open('joe', 'bob'),
    await accounts(root),
    await accounts(ann),
  ];
}
