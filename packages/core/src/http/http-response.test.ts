import { expect, test } from 'vitest';
import { bodyToSend } from './http-response.js';

test('bodyToSend() encodes a long text and no other body', () => {
  const long = 'ž'.repeat(70_000);
  expect(Buffer.from(bodyToSend(long)).toString()).toBe(long);
  const bytes = new Uint8Array(100_000);
  for (const body of ['a text', bytes, undefined]) expect(bodyToSend(body)).toBe(body);
});
