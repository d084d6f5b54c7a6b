import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.js';

const call = { path: '/rpc', isNotification: false };

test('fingerprintOf() treats missing, empty named and empty positional params alike', () => {
  const none = fingerprintOf({ ...call, params: undefined });
  expect(fingerprintOf({ ...call, params: [] })).toBe(none);
  expect(fingerprintOf({ ...call, params: {} })).toBe(none);
  expect(fingerprintOf({ ...call, params: [1] })).not.toBe(none);
});
