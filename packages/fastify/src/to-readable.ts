import { Readable } from 'node:stream';
import type { EventStream } from '@jsonrpc-kit/core/adapter';
import type { FastifyReply } from 'fastify';

/** Returns the events as a stream, which reads them no faster than the client. */
export function toReadable(events: EventStream, { raw: outgoing }: FastifyReply): Readable {
  events.onStalled(() => outgoing.destroy());
  return new Readable({
    // One chunk.
    highWaterMark: 1,
    read() {
      void events.next().then(({ value }) => this.push(value ?? null));
    },
    destroy(error, callback) {
      events.cancel();
      callback(error);
    },
  });
}
