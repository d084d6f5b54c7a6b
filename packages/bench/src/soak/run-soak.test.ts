import { describe, expect, test } from 'vitest';
import { judge, judgeFuzz } from './judge.js';
import { latencyLine } from './latency-line.js';
import { runSoak, type SoakResult } from './run-soak.js';

/** Long enough for every kind of request, too short to say much of the heap. */
const result = await runSoak({ seconds: 4, clients: 16, seed: 1 });

const failed = (changed: Partial<SoakResult>): string[] =>
  judge({ ...result, ...changed })
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('a soak of a few seconds', () => {
  test('keeps every promise', () => {
    expect(failed({})).toEqual([]);
  });

  test('sends every kind of request', () => {
    expect(result.tally.requests.size).toBe(16);
    expect(latencyLine(result.tally.latencies)).toMatch(/^A single call meanwhile: p50 /);
  });
});

describe('the verdict', () => {
  const { atRest, tally, samples } = result;
  const [acknowledged] = tally.acknowledged;

  test.each<[string, Partial<SoakResult>]>([
    ['every open dependency was closed', { atRest: { ...atRest, closed: atRest.closed - 1 } }],
    ['every background task ran', { atRest: { ...atRest, tasksRun: atRest.tasksRun - 1 } }],
    [
      'the heap is flat',
      {
        samples: samples.map((sample, index) => ({ ...sample, heapMegabytes: 20 + index })),
      },
    ],
    ['no unhandled rejection', { atRest: { ...atRest, unhandledRejections: 1 } }],
    ['every answer was the right one', { tally: { ...tally, wrong: ['echo: null'] } }],
    [
      'the limit of abandoned handlers rejected few of the other calls',
      { tally: { ...tally, limited: 1_000_000 } },
    ],
    ["the bank's sum is unchanged", { sumAfterTermination: result.sumBefore - 1 }],
    [
      'SIGTERM under load lost no acknowledged transfer',
      { lost: acknowledged === undefined ? [] : [acknowledged] },
    ],
    ['the server exited with 0', { exitCode: 'SIGKILL' }],
  ])('is against a run in which not: %s', (name, changed) => {
    expect(failed(changed)).toEqual([name]);
  });
});

test('the verdict on a fuzz run shows the failure and its seed', () => {
  expect(judgeFuzz({ seed: 7, requests: 100, failure: undefined })).toMatchObject({
    ok: true,
    figures: '100 requests with seed 7',
  });
  const failure = 'seed 7\nHono: status is 500, expected 200';
  expect(judgeFuzz({ seed: 7, requests: 3, failure })).toMatchObject({
    ok: false,
    figures: failure,
  });
});
