import { vi } from 'vitest';

/** Waits until the check passes, longer than `vi.waitFor()` does, for busy machines. */
export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 20_000 });
}
