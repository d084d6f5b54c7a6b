import * as v from 'valibot';

/** The size of a server's api. Each workload has its own. */
export interface Setup {
  /** How many methods are registered, including those of the service. */
  readonly methods: number;
  /** Whether three middlewares surround every call. */
  readonly hasMiddlewares: boolean;
}

/** Counts the runs in this process, because no response shows that a notification ran. */
export const counter = { handlers: 0, middlewares: 0, dependencies: 0 };
export type Counter = Readonly<typeof counter>;

/** The parameters one by one for jsonrpc-kit, and as one schema for the others. */
export const addEntries = { a: v.number(), b: v.number() };
export const AddParams = v.object(addEntries);
export const Sum = v.number();

export function add({ a, b }: v.InferOutput<typeof AddParams>): number {
  counter.handlers += 1;
  return a + b;
}

export const TOKEN_HEADER = 'user-auth-token';
export const Token = v.string();
export const GreetParams = v.object({});
export const Greeting = v.string();

export function greet(token: string): string {
  counter.handlers += 1;
  return `Hello, ${token}`;
}

export const balanceEntries = { currency: v.string() };
export const BalanceParams = v.object(balanceEntries);
export const Balance = v.object({ owner: v.string(), amount: v.number(), currency: v.string() });

/** The first dependency, which is synchronous. */
export function openSession(): { readonly user: string } {
  counter.dependencies += 1;
  return { user: 'ada' };
}

/** The second dependency, which needs the first one and is asynchronous. */
export async function findAccount({ user }: ReturnType<typeof openSession>) {
  counter.dependencies += 1;
  return { owner: user, amount: 70 };
}

export function balance(
  { owner, amount }: Awaited<ReturnType<typeof findAccount>>,
  { currency }: v.InferOutput<typeof BalanceParams>,
): v.InferOutput<typeof Balance> {
  counter.handlers += 1;
  return { owner, amount, currency };
}

const Address = v.object({ street: v.string(), city: v.string(), postcode: v.string() });
const Line = v.object({
  sku: v.pipe(v.string(), v.minLength(3)),
  title: v.string(),
  quantity: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  price: v.number(),
  tags: v.array(v.string()),
  note: v.optional(v.string()),
});
export const Order = v.object({
  reference: v.string(),
  customer: v.object({ name: v.string(), email: v.string(), address: Address }),
  isGift: v.boolean(),
  lines: v.array(Line),
});
export type Order = v.InferOutput<typeof Order>;

export function place(order: Order): Order {
  counter.handlers += 1;
  return order;
}

/** The work of each of the three middlewares, counted before and after the call. */
export async function middleware<Result>(next: () => Promise<Result>): Promise<Result> {
  counter.middlewares += 1;
  try {
    return await next();
  } finally {
    counter.middlewares += 1;
  }
}

/** The names of methods that are never called. With the four methods above they are `methods`. */
export function fillerNames({ methods }: Setup): readonly string[] {
  return Array.from({ length: methods - 4 }, (_, index) => `filler${index}`);
}
