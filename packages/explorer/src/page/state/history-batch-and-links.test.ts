import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MethodGroup, MethodModel } from '../document/api-model.js';
import { changeBatchItem, createBatchItem, isBatch } from './batch-item.js';
import { addEntry, type HistoryEntry, isHistory } from './history.js';
import { batchHash, methodHash, parseRoute } from './route.js';
import { References } from '../document/references.js';
import { searchMethods } from './search-methods.js';
import { createTabStore, type TabStorage } from './tab-storage.js';

const entry: HistoryEntry = {
  at: 1,
  methodId: 'pay',
  kind: 'call',
  params: '{}',
  outcome: 'Result',
  isError: false,
  status: 200,
  milliseconds: 3,
};

describe('the history', () => {
  test('keeps the latest 50 calls, the latest first', () => {
    let entries: readonly HistoryEntry[] = [];
    for (let at = 1; at <= 60; at++) entries = addEntry(entries, { ...entry, at });
    expect(entries.length).toBe(50);
    expect([entries[0]?.at, entries[49]?.at]).toEqual([60, 11]);
    expect(isHistory(JSON.parse(JSON.stringify(entries)))).toBe(true);
  });

  test('does not keep very large params', () => {
    const [added] = addEntry([], { ...entry, params: 'x'.repeat(20_001) });
    expect(added?.params).toBe('');
  });

  test.each([null, {}, [1], [{}], [{ ...entry, params: 1 }]])('is not read from %j', (value) => {
    expect(isHistory(value)).toBe(false);
  });
});

describe('a call of a batch', () => {
  const item = createBatchItem({ methodId: 'pay', params: '{}', isNotification: false });

  test('gets another idempotency key when it changes, and stays the same item', () => {
    for (const change of [{ params: '[]' }, { isNotification: true }]) {
      const changed = changeBatchItem(item, change);
      expect(changed).toMatchObject({ ...change, key: item.key, methodId: 'pay' });
      expect(changed.idempotencyKey).not.toBe(item.idempotencyKey);
    }
  });

  test('is read from the storage only if it is complete', () => {
    expect(isBatch(JSON.parse(JSON.stringify([item])))).toBe(true);
    for (const value of [{}, [1], [{ ...item, idempotencyKey: undefined }]]) {
      expect(isBatch(value)).toBe(false);
    }
  });
});

describe('a route', () => {
  test('of a method contains its name and a filled-in call', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((id) => !/[\ud800-\udfff]/.test(id)),
        fc.option(fc.string({ maxLength: 100 }), { nil: undefined }),
        fc.boolean(),
        (id, params, isNotification) => {
          fc.pre(params === undefined || !/[\ud800-\udfff]/.test(params));
          const hash = methodHash(id, { params, isNotification });
          const call = { params, isNotification };
          expect(parseRoute(hash)).toEqual({ view: 'method', id, call });
        },
      ),
    );
  });

  test('of a method says nothing about the kind of call without a filled-in call', () => {
    expect(parseRoute(methodHash('pay'))).toEqual({ view: 'method', id: 'pay', call: {} });
  });

  test('of a batch contains its calls', () => {
    const calls = [
      { id: 'pay', params: '{"amount": 1}', isNotification: false },
      { id: 'log', params: '', isNotification: true },
    ];
    expect(parseRoute(batchHash(calls))).toEqual({ view: 'batch', calls });
  });

  test.each(['', '#', '#/', '#/unknown', '#/methods', '#/%E0%A4%A'])(
    'leads from %j to the overview',
    (hash) => {
      expect(parseRoute(hash)).toEqual({ view: 'overview' });
    },
  );

  test('ignores calls of a batch that are malformed', () => {
    expect(parseRoute('#/batch?calls=[1')).toEqual({ view: 'batch', calls: undefined });
    expect(parseRoute('#/batch?calls=[1,[2],["pay"]]')).toEqual({
      view: 'batch',
      calls: [{ id: 'pay', params: undefined, isNotification: false }],
    });
  });
});

describe('searchMethods()', () => {
  const group = (title: string, methods: readonly Partial<MethodModel>[]): MethodGroup => ({
    title,
    entrypoint: undefined,
    description: undefined,
    // The search reads these members only.
    methods: methods.map(
      (one) =>
        ({
          tags: [],
          entrypoint: { name: '' },
          params: [],
          errors: [],
          references: new References({ components: { schemas: { Line: line } } }),
          ...one,
        }) as unknown as MethodModel,
    ),
  });
  const params = [{ name: 'cursor' }] as unknown as MethodModel['params'];
  const line = { properties: { bookedAt: {}, children: { $ref: '#/components/schemas/Line' } } };
  const lines = { type: 'array', items: { $ref: '#/components/schemas/Line' } };
  const result = { schema: lines } as unknown as MethodModel['result'];
  const errors = [
    { code: 6001, name: 'NotFound', message: 'No account' },
  ] as unknown as MethodModel['errors'];
  const groups = [
    group('money', [{ name: 'withdrawMoney', summary: 'Take money out' }, { name: 'pay' }]),
    group('accounts', [{ name: 'list', tags: ['accounts'], params, errors, result }]),
  ];
  const found = (query: string): readonly string[] =>
    searchMethods(groups, query).flatMap(({ methods }) => methods.map(({ name }) => name));

  test.each([
    ['', ['withdrawMoney', 'pay', 'list']],
    ['MONEY out', ['withdrawMoney']],
    ['withdraw money', ['withdrawMoney']],
    ['account', ['list']],
    ['cursor', ['list']],
    ['6001', ['list']],
    ['notfound', ['list']],
    ['bookedat', ['list']],
    ['wihtdraw', ['withdrawMoney']],
    ['withdrwa mony', ['withdrawMoney']],
    ['cursr', ['list']],
    ['6002', []],
    ['pya', []],
    ['nothing', []],
    ['x'.repeat(10_000), []],
  ])('finds the methods for "%s"', (query, names) => {
    expect(found(query)).toEqual(names);
  });
});

describe('a store of the tab', () => {
  const isText = (value: unknown): value is string => typeof value === 'string';

  function storageOf(saved: string | null): TabStorage & { readonly saved: () => string | null } {
    let current = saved;
    return {
      getItem: () => current,
      setItem: (_, text) => void (current = text),
      saved: () => current,
    };
  }

  test('reads its value, and saves changes', () => {
    const storage = storageOf('"saved"');
    const store = createTabStore(storage, 'key', 'initial', isText);
    expect(store.get()).toBe('saved');
    store.set('changed');
    expect(storage.saved()).toBe('"changed"');
  });

  test.each(['1', 'no JSON', null])('has its initial value if %j was saved', (saved) => {
    expect(createTabStore(storageOf(saved), 'key', 'initial', isText).get()).toBe('initial');
  });

  test('works without storage, and with one that is full', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const storage of [undefined, full]) {
      const store = createTabStore(storage, 'key', 'initial', isText);
      let changes = 0;
      store.subscribe(() => (changes += 1));
      store.set('changed');
      expect([store.get(), changes]).toEqual(['changed', 1]);
    }
  });
});
