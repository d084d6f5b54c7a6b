import type { EventStream } from '@jsonrpc-kit/core/adapter';
import { isFinished, type NodeExchange, onFinished } from './on-finished.js';

/** Writes the events as they come, and no faster than the client reads. Ends the response after them. */
export async function pipeEvents(events: EventStream, exchange: NodeExchange): Promise<void> {
  const { outgoing } = exchange;
  let wake = (): void => undefined;
  outgoing.on('drain', () => wake());
  onFinished(exchange, () => {
    events.cancel();
    wake();
  });
  events.onStalled(() => outgoing.destroy());
  for await (const chunk of events) {
    if (outgoing.write(chunk) || isFinished(exchange)) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  if (!isFinished(exchange)) outgoing.end();
}
