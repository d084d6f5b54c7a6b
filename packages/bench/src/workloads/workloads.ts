import { TOKEN_HEADER } from '../service/greet.js';
import { tenKilobyteOrder } from '../service/place.js';
import type { Setup } from '../service/setup.js';
import type { Workload } from './workload.js';

const setup: Setup = { methods: 10, hasMiddlewares: false, readsHeader: false };
const effects = { handlers: 1, middlewaresEntered: 0, middlewaresLeft: 0, dependencies: 0 };

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
  effects,
  wrongParams: { a: 1, b: '2' },
  connections: 32,
};

const batch = (calls: number, connections: number): Workload => ({
  ...single,
  name: `batch-${calls}`,
  title: `a batch of ${calls.toLocaleString('en')}`,
  kind: 'batch',
  calls,
  effects: { ...effects, handlers: calls },
  connections,
});

const echo: Workload = {
  ...single,
  name: 'echo-10kb',
  title: 'a 10 KB object echoed',
  method: 'place',
  params: () => tenKilobyteOrder,
  result: () => tenKilobyteOrder,
  wrongParams: { ...tenKilobyteOrder, lines: [{ sku: 'x' }] },
};

const notification: Workload = {
  ...single,
  name: 'notification',
  title: 'a notification',
  kind: 'notification',
};

const middlewares: Workload = {
  ...single,
  name: 'middlewares',
  title: '3 middlewares, 2 dependencies',
  setup: { ...setup, hasMiddlewares: true },
  method: 'balance',
  params: () => ({ currency: 'EUR' }),
  result: () => ({ owner: 'ada', amount: 70, currency: 'EUR' }),
  effects: { handlers: 1, middlewaresEntered: 3, middlewaresLeft: 3, dependencies: 2 },
  wrongParams: { currency: 978 },
};

const header: Workload = {
  ...single,
  name: 'header',
  title: 'a header',
  setup: { ...setup, readsHeader: true },
  method: 'greet',
  params: () => ({}),
  result: () => 'Hello, ada',
  headers: { [TOKEN_HEADER]: 'ada' },
  wrongParams: undefined,
};

/** One call of a server with many methods, to be compared with one that has ten. */
const thousandMethods: Workload = {
  ...single,
  name: 'single-of-1000',
  title: 'one call, 1,000 methods registered',
  setup: { ...setup, methods: 1000 },
};

/** In the order of the report. */
export const workloads: readonly Workload[] = [
  single,
  batch(10, 16),
  batch(100, 16),
  batch(1000, 4),
  echo,
  notification,
  middlewares,
  header,
];

/** How the cost of a call may not grow: the second one's against the first one's. */
export const scalings: readonly (readonly [Workload, Workload])[] = [
  [batch(100, 16), batch(1000, 4)],
  [single, thousandMethods],
];

/**
 * The one of this name.
 *
 * @throws RangeError that names those that there are
 */
export function findWorkload(name: string): Workload {
  const all = [...workloads, thousandMethods];
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = all.map((one) => one.name).join(', ');
  throw new RangeError(`There is no workload "${name}"; there are ${names}`);
}
