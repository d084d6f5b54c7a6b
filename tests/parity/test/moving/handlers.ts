/** A handler in the style of jayson: params by position, a plain object as the error. */
type Handler = (params: readonly unknown[]) => Promise<unknown>;

interface Account {
  readonly id: string;
  readonly owner: string;
  balance: number;
  locked: boolean;
}

const accounts = new Map<string, Account>();
const orders = new Map<string, { readonly sku: string; count: number; state: string }>();
const settings = new Map<string, unknown>();

/** Throws a plain object, as applications of jayson do. */
function fail(code: number, message: string, data?: unknown): never {
  // oxlint-disable-next-line no-throw-literal -- the style of the application
  throw data === undefined ? { code, message } : { code, message, data };
}

function account(id: unknown): Account {
  return accounts.get(String(id)) ?? fail(4004, 'No such account', { id });
}

function open(found: Account): Account {
  return found.locked ? fail(4023, 'Account locked') : found;
}

function order(id: unknown): { readonly sku: string; count: number; state: string } {
  return orders.get(String(id)) ?? fail(5004, 'No such order', { id });
}

function amount(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : fail(4000, 'Invalid amount');
}

const numbers = (params: readonly unknown[]): number[] => params.map(Number);

/** The methods of the application: 40 functions. */
export const handlers: Readonly<Record<string, Handler>> = {
  'math.add': async (params) => numbers(params).reduce((sum, value) => sum + value, 0),
  'math.multiply': async (params) => numbers(params).reduce((product, value) => product * value, 1),
  'math.divide': async ([a, b]) =>
    b === 0 ? fail(1001, 'Division by zero') : Number(a) / Number(b),
  'math.max': async (params) => (params.length === 0 ? null : Math.max(...numbers(params))),
  'math.min': async (params) => (params.length === 0 ? null : Math.min(...numbers(params))),
  'math.round': async ([value]) => Math.round(Number(value)),
  'text.upper': async ([text]) => String(text).toUpperCase(),
  'text.lower': async ([text]) => String(text).toLowerCase(),
  'text.reverse': async ([text]) => String(text).split('').toReversed().join(''),
  'text.length': async ([text]) =>
    typeof text === 'string' ? text.length : fail(2001, 'No text', { text }),
  'text.join': async (params) => params.join(' '),
  'text.split': async ([text, separator]) => String(text).split(String(separator)),
  'list.first': async ([list]) =>
    Array.isArray(list) ? (list[0] as unknown) : fail(3001, 'No list'),
  'list.last': async ([list]) =>
    Array.isArray(list) ? (list.at(-1) as unknown) : fail(3001, 'No list'),
  'list.count': async ([list]) => (Array.isArray(list) ? list.length : fail(3001, 'No list')),
  'list.sort': async ([list]) =>
    Array.isArray(list) ? list.map(String).toSorted() : fail(3001, 'No list'),
  'list.unique': async ([list]) =>
    Array.isArray(list) ? [...new Set(list)] : fail(3001, 'No list'),
  'account.open': async ([id, owner]) => {
    if (accounts.has(String(id))) fail(4009, 'Account exists', { id });
    accounts.set(String(id), { id: String(id), owner: String(owner), balance: 0, locked: false });
    return true;
  },
  'account.get': async ([id]) => account(id),
  'account.balance': async ([id]) => account(id).balance,
  'account.deposit': async ([id, value]) => (open(account(id)).balance += amount(value)),
  'account.withdraw': async ([id, value]) => {
    const found = open(account(id));
    if (found.balance < amount(value)) fail(4002, 'Not enough money', { balance: found.balance });
    return (found.balance -= amount(value));
  },
  'account.transfer': async ([from, to, value]) => {
    const [source, target] = [open(account(from)), open(account(to))];
    if (source.balance < amount(value)) fail(4002, 'Not enough money', { balance: source.balance });
    source.balance -= amount(value);
    target.balance += amount(value);
    return [source.balance, target.balance];
  },
  'account.owner': async ([id]) => account(id).owner,
  'account.list': async () => [...accounts.keys()].toSorted(),
  'order.place': async ([id, sku, count]) => {
    orders.set(String(id), { sku: String(sku), count: amount(count), state: 'placed' });
    return order(id);
  },
  'order.get': async ([id]) => order(id),
  'order.ship': async ([id]) => ((order(id).state = 'shipped'), order(id)),
  'order.cancel': async ([id]) =>
    order(id).state === 'shipped'
      ? fail(5009, 'Shipped already')
      : ((order(id).state = 'cancelled'), true),
  'order.count': async () => orders.size,
  'settings.get': async ([name]) => settings.get(String(name)) ?? null,
  'settings.has': async ([name]) => settings.has(String(name)),
  'admin.lock': async ([id]) => (account(id).locked = true),
  'admin.unlock': async ([id]) => ((account(id).locked = false), true),
  'admin.set': async ([name, value]) => (settings.set(String(name), value), value),
  'admin.reset': async () => {
    for (const map of [accounts, orders, settings]) map.clear();
    return 'reset';
  },
  'system.ping': async () => 'pong',
  'system.echo': async (params) => params,
  'system.nothing': async () => undefined,
  'system.broken': async () => {
    throw new Error('password of the database: hunter2');
  },
};
