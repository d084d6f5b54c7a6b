import { describe, expect, test } from 'vitest';
import { parseMessage } from './message.js';

const limits = { maxBatchSize: 3, takesBatches: true };

describe('a body as a whole', () => {
  test.each([null, 1, 'text', {}])('%j is a single item', (value) => {
    expect(parseMessage(value, limits)).toEqual({ kind: 'single', item: value });
  });

  test.each([[[1]], [[[]]], [[1, 2, 3]]])('%j is a batch', (value) => {
    expect(parseMessage(value, limits)).toEqual({ kind: 'batch', items: value });
  });

  test.each<[unknown, string, string]>([
    [[], 'empty_batch', 'A batch must not be empty'],
    [[1, 2, 3, 4], 'batch_too_large', 'A batch may hold at most 3 requests'],
  ])('%j is refused before any item is looked at', (value, type, msg) => {
    expect(parseMessage(value, limits)).toEqual({
      kind: 'rejected',
      problem: { loc: [], msg, type },
    });
  });

  test.each([[[]], [[1]]])('%j is refused where no batch is taken', (value) => {
    expect(parseMessage(value, { ...limits, takesBatches: false })).toMatchObject({
      kind: 'rejected',
      problem: { type: 'batch' },
    });
  });
});
