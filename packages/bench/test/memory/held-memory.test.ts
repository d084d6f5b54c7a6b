import { expect, test } from 'vitest';
import { frameworks } from '../../src/targets/framework.js';
import { checkoutOptions } from '../../src/processes/child.js';
import { messageShapes } from '../../../core/test/message-shapes.js';
import { fillServer } from './fill-server.js';

const kinds = ['notifications', 'calls'] as const;
/** `HEAPS=384,1024,4096` takes half an hour. Without it, each adapter is filled with one kind. */
const { HEAPS, CHECKOUT } = process.env;
const cases = (HEAPS ?? '384')
  .split(',')
  .flatMap((heap) =>
    frameworks.flatMap((adapter, index) =>
      kinds
        .filter((_, kind) => HEAPS !== undefined || kind === index % 2)
        .map((kind) => ({ heap: Number(heap), adapter, kind })),
    ),
  );

test.each(cases)(
  'a $adapter server with a heap of $heap MB rejects $kind of any shape with 503 and never ends',
  async ({ heap, adapter, kind }) => {
    const shapes = Object.keys(messageShapes);
    const start = checkoutOptions(CHECKOUT);
    const fillings = await fillServer({ heap, adapter, kind, shapes, start });
    console.table(fillings);
    expect(fillings.map(({ outcome }) => outcome)).toEqual(shapes.map(() => '503 -32005'));
  },
  600_000,
);
