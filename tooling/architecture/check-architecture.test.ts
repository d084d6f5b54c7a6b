import { expect, test } from 'vitest';

import { faultsWith } from './faults-with.ts';

test('a sound repository has no fault', () => {
  expect(faultsWith({})).toEqual({ packageArrows: [], coreLayers: [], importCycles: [] });
});

test('a file that is no TypeScript is refused, not passed over', () => {
  expect(() => faultsWith({ 'packages/core/src/api/broken.ts': 'import {' })).toThrow(/broken\.ts/);
});
