import { describe } from 'vitest';
import { testFailingPositions } from '../../test/atomic-batches.js';

describe('an atomic batch of 2 to 20 calls', () => {
  testFailingPositions(Array.from({ length: 19 }, (_, index) => index + 2));
});
