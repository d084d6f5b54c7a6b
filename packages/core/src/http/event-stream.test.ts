import { expect, test, vi } from 'vitest';
import { EventStream } from './event-stream.js';

test('onEnd() calls its function at once if the stream is over', () => {
  const stream = new EventStream({ sendTimeout: 1_000, onOver: () => undefined });
  const before = vi.fn<() => void>();
  const after = vi.fn<() => void>();
  stream.onEnd(before);
  stream.cancel();
  stream.onEnd(after);
  expect(before).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
});
