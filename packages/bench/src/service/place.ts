import * as v from 'valibot';
import { tally } from './tally.js';

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
  tally.handlers += 1;
  return order;
}

/** As JSON it has 10 KB. */
export const tenKilobyteOrder: Order = {
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
