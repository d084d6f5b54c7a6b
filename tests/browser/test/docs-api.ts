import { Api, cookie, defineError, Entrypoint, header, httpBasic, params } from '@jsonrpc-kit/core';
import { type ReferencePage, serveSchemas } from '@jsonrpc-kit/schema';
import * as v from 'valibot';

class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

/** The paths of the operations of {@link docsApi}. */
export const operations = {
  withdraw: '/api/v1/jsonrpc/withdraw',
  whoAmI: '/api/v1/jsonrpc/whoAmI',
  underscored: '/api/v1/jsonrpc/categories_add',
  withSlash: '/api/v1/jsonrpc/shapes%2Farea',
  inCzech: '/api/v1/jsonrpc/%C5%BElu%C5%A5%20100%25%3F',
  secret: '/api/v2/secret',
};

interface DocsApiOptions {
  readonly title?: string;
  readonly referencePage?: ReferencePage;
}

/** An api with methods that are hard to try out, and its docs page. */
export function docsApi({ title = 'Bank', referencePage }: DocsApiOptions = {}): Api {
  const api = new Api({
    title,
    version: '1.2.3',
    description: 'Methods of **all kinds**.',
    logger: { warn: () => undefined, error: () => undefined },
  });
  api.bindEntrypoint(everyday()).bindEntrypoint(guarded());
  serveSchemas(api, { referencePage });
  return api;
}

function everyday(): Entrypoint {
  const rpc = new Entrypoint('/api/v1/jsonrpc');
  const amount = v.pipe(v.number(), v.integer(), v.gtValue(0), v.metadata({ examples: [5] }));
  rpc.method(
    'withdraw',
    {
      args: { amount, token: header(v.string(), { alias: 'user-auth-token' }) },
      result: v.object({ balance: v.number(), token: v.string() }),
      errors: [NotEnoughMoney],
      summary: 'Take money out of an account',
    },
    ({ amount: taken, token }) => {
      if (taken > 100) throw new NotEnoughMoney({ balance: 100 });
      return { balance: 100 - taken, token };
    },
  );
  rpc.method(
    'whoAmI',
    { args: { session: cookie(v.optional(v.string())), lang: header(v.picklist(['cs', 'en'])) } },
    (args) => args,
  );
  addMethodsOfAllKinds(rpc);
  return rpc;
}

interface Category {
  readonly name: string;
  readonly parent?: Category | undefined;
}

const category: v.GenericSchema<Category> = v.object({
  name: v.pipe(v.string(), v.minLength(2)),
  parent: v.optional(v.lazy(() => category)),
});

function addMethodsOfAllKinds(rpc: Entrypoint): void {
  const order = v.object({
    items: v.pipe(v.array(v.object({ sku: v.string(), count: v.number() })), v.minLength(1)),
    express: v.optional(v.boolean(), false),
    note: v.nullable(v.string()),
  });
  rpc.method('ping', { result: v.literal('pong') }, () => 'pong');
  rpc.method('place', { args: { order: params(order) } }, (args) => args.order.items.length);
  rpc.method('categories_add', { args: { category } }, (args) => args.category.name);
  rpc.method(
    'positions',
    { args: { from: v.string(), to: v.number() }, paramStructure: 'by-position' },
    ({ from, to }) => from + String(to),
  );
  rpc.method(
    'either',
    { args: { when: v.pipe(v.string(), v.isoTimestamp()) }, paramStructure: 'either' },
    ({ when }) => when,
  );
  rpc.method(
    'example',
    {
      args: { code: v.pipe(v.string(), v.regex(/^[A-Z]{3}-\d{3}$/)) },
      examples: [{ name: 'one', params: { code: 'ABC-123' }, result: true }],
      deprecated: true,
    },
    () => true,
  );
  rpc.method('shapes/area', { args: { shape: v.variant('kind', shapes) } }, () => 1);
  rpc.method('žluť 100%?', { args: { mail: v.pipe(v.string(), v.email()) } }, ({ mail }) => mail);
}

const shapes = [
  v.object({ kind: v.literal('circle'), radius: v.pipe(v.number(), v.minValue(1)) }),
  v.object({ kind: v.literal('square'), sides: v.tuple([v.number(), v.number()]) }),
];

function guarded(): Entrypoint {
  const rpc = new Entrypoint('/api/v2', { tags: ['guarded'] });
  rpc.method('secret', { args: { credentials: httpBasic() } }, ({ credentials }) => credentials);
  return rpc;
}
