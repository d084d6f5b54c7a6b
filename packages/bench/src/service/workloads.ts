import { type Counter, type Order, type Setup, TOKEN_HEADER } from './service.js';

/** The calls of a client, independent of the protocol. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly setup: Setup;
  readonly kind: 'single' | 'batch' | 'notification';
  /** The number of calls in one request. */
  readonly calls: number;
  readonly method: string;
  readonly params: (index: number) => object;
  readonly result: (index: number) => unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** How many handlers, middlewares and dependencies one request has to run. */
  readonly effects: Counter;
  /** Params that the method has to reject. Undefined if the method accepts any params. */
  readonly wrongParams: object | undefined;
  readonly connections: number;
}

const setup: Setup = { methods: 10, hasMiddlewares: false };

const single: Workload = {
  name: 'single',
  title: 'one call',
  setup,
  kind: 'single',
  calls: 1,
  method: 'add',
  params: (index) => ({ a: index, b: 0.5 }),
  result: (index) => index + 0.5,
  headers: {},
  effects: { handlers: 1, middlewares: 0, dependencies: 0 },
  wrongParams: { a: 1, b: '2' },
  connections: 32,
};

const batch = (calls: number, connections: number): Workload => ({
  ...single,
  name: `batch-${calls}`,
  title: `a batch of ${calls.toLocaleString('en')}`,
  kind: 'batch',
  calls,
  effects: { ...single.effects, handlers: calls },
  connections,
});

/** 10 KB as JSON. */
const order: Order = {
  reference: '2041-77',
  customer: {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    address: { street: '12 St James’s Square', city: 'London', postcode: 'SW1Y 4JH' },
  },
  isGift: false,
  lines: Array.from({ length: 71 }, (_, index) => ({
    sku: `sku-${1000 + index}`,
    title: `Difference engine, wheel ${index + 1}`,
    quantity: (index % 9) + 1,
    price: index * 3 + 0.5,
    tags: ['brass', 'spare part'],
    ...(index % 4 === 0 ? { note: 'Packed one by one' } : {}),
  })),
};

/** In the order of the report. */
export const workloads: readonly Workload[] = [
  single,
  batch(10, 16),
  batch(100, 16),
  batch(1000, 4),
  {
    ...single,
    name: 'echo-10kb',
    title: 'a 10 KB object echoed',
    method: 'place',
    params: () => order,
    result: () => order,
    wrongParams: { ...order, lines: [{ sku: 'x' }] },
  },
  { ...single, name: 'notification', title: 'a notification', kind: 'notification' },
  {
    ...single,
    name: 'middlewares',
    title: '3 middlewares, 2 dependencies',
    setup: { ...setup, hasMiddlewares: true },
    method: 'balance',
    params: () => ({ currency: 'EUR' }),
    result: () => ({ owner: 'ada', amount: 70, currency: 'EUR' }),
    effects: { handlers: 1, middlewares: 6, dependencies: 2 },
    wrongParams: { currency: 978 },
  },
  {
    ...single,
    name: 'header',
    title: 'a header',
    method: 'greet',
    params: () => ({}),
    result: () => 'Hello, ada',
    headers: { [TOKEN_HEADER]: 'ada' },
    wrongParams: undefined,
  },
  {
    ...single,
    name: 'single-of-1000',
    title: 'one call, 1,000 methods registered',
    setup: { ...setup, methods: 1000 },
  },
];

/** @throws RangeError that lists the names */
export function findWorkload(name: string): Workload {
  const found = workloads.find((workload) => workload.name === name);
  if (found !== undefined) return found;
  const names = workloads.map((workload) => workload.name).join(', ');
  throw new RangeError(`Unknown workload "${name}". Choose from ${names}.`);
}
