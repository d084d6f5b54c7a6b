import type { TestContext } from 'vitest';
import { NO_TRACKING_HINT } from '../messages/no-tracking-hint.js';

/**
 * Has Vitest show below a failing test how one is written that expects what was thrown. The error is
 * the application's and stays as it is.
 */
export function hintAtNoTracking(annotate: TestContext['annotate']): void {
  try {
    annotate(NO_TRACKING_HINT).catch(() => undefined);
  } catch {
    // The test is over, as where only its end finds the error: Vitest takes no more notes of it.
  }
}
