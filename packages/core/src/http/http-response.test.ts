import { describe, expect, test } from 'vitest';
import { memoryLogger } from '../../test/in-process.js';
import { bodyToSend, callOnSent, failureResponse } from './http-response.js';

test('bodyToSend() encodes a text of more than 65,536 characters and no other body', () => {
  const long = 'ž'.repeat(65_537);
  expect(bodyToSend(long)).toEqual(new TextEncoder().encode(long));
  const bytes = new Uint8Array(100_000);
  for (const body of [long.slice(1), bytes, undefined]) expect(bodyToSend(body)).toBe(body);
});

test('failureResponse() logs the error and does not send it', () => {
  const logger = memoryLogger();
  const err = new Error('secret');
  expect(failureResponse(err, logger)).toMatchObject({
    status: 500,
    body: '{"detail":"Internal Server Error"}',
  });
  expect(logger.entries).toEqual([{ level: 'error', details: { err }, message: 'Request failed' }]);
});

describe('callOnSent()', () => {
  const err = new Error('no');

  test.each<[string, () => Promise<void>]>([
    [
      'throws',
      () => {
        throw err;
      },
    ],
    ['rejects', () => Promise.reject(err)],
  ])('logs the error if onSent %s', async (_, onSent) => {
    const logger = memoryLogger();
    await callOnSent(onSent, logger);
    expect(logger.entries).toEqual([
      { level: 'error', details: { err }, message: 'Work after the response failed' },
    ]);
  });

  test('does nothing without onSent', () => {
    const logger = memoryLogger();
    expect(callOnSent(undefined, logger)).toBeUndefined();
    expect(logger.entries).toEqual([]);
  });
});
