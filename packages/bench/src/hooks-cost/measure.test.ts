import { expect, test } from 'vitest';
import { measure, tableOf } from './measure.js';

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'add', params: { a: 1, b: 2 } });

test('each variant is served and measured, against the first one', async () => {
  const names = ['no hooks', 'OpenTelemetry, every trace', 'Sentry, every trace'];
  const costs = await measure(names, [{ name: 'a call', body, requests: 40 }], 1);
  expect(costs.map(({ variant, load }) => [variant, load])).toEqual(
    names.map((name) => [name, 'a call']),
  );
  expect(costs.filter(({ microseconds }) => !(microseconds > 0))).toEqual([]);
  expect(costs[0]?.ratio).toBe(1);
});

test('a variant that there is not is no measurement', async () => {
  await expect(measure(['unheard of'], [], 1)).rejects.toThrow('unheard of');
});

test('the table has a line for each variant', () => {
  const cost = { load: 'a call', microseconds: 28.4, ratio: 1 };
  const costs = [
    { ...cost, variant: 'no hooks' },
    { ...cost, variant: 'hooks', microseconds: 56.6, ratio: 2 },
  ];
  expect(tableOf(costs)).toBe(
    [
      '|  | a call |',
      '| --- | --- |',
      '| no hooks | 28 µs (1.00) |',
      '| hooks | 57 µs (2.00) |',
    ].join('\n'),
  );
});
