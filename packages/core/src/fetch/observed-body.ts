import type { AdapterApi } from '../api/api-host.js';
import { DEFAULT_SEND_TIMEOUT, type HttpResponse } from '../http/http-response.js';

/** A shorter body fits into the buffers of a connection. */
const MAX_UNOBSERVED_BYTES = 64 * 1024;
/** The number of bytes that the runtime reads at once. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Whether the runtime reads a stream no faster than the client, cancels it when the client disconnects,
 * and keeps its `content-length`. Bun removes the `content-length`. On Cloudflare Workers, a stream with
 * a length isn't cancelled. Other runtimes are unknown.
 */
function readsAtClientSpeed(): boolean {
  const { process } = globalThis as {
    process?: { versions?: { readonly v8?: string; readonly bun?: string } };
  };
  const { v8, bun } = process?.versions ?? {};
  // Workers have an empty version of V8.
  return Boolean(v8) && bun === undefined;
}

/**
 * Returns the body to pass to a fetch runtime. On Node and Deno, a long body becomes a stream. It counts
 * in `maxHeldBytes` until the runtime has read it, and fails after `sendTimeout`, which closes the
 * connection. Other runtimes don't report what a client has received.
 */
export function observeBody(
  body: Uint8Array<ArrayBuffer>,
  { sendTimeout = DEFAULT_SEND_TIMEOUT }: Pick<HttpResponse, 'sendTimeout'>,
  host: Pick<AdapterApi, 'holdResponse'>,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body.length <= MAX_UNOBSERVED_BYTES || !readsAtClientSpeed()) return body;
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release = (): void => undefined;
  const end = (): void => {
    clearTimeout(timer);
    release();
  };
  return new ReadableStream(
    {
      start(controller) {
        const fail = (): void => {
          end();
          controller.error(
            new DOMException(
              'The client did not receive the response within sendTimeout, or others needed its memory',
              'TimeoutError',
            ),
          );
        };
        release = host.holdResponse(body.length, fail);
        if (sendTimeout === Infinity) return;
        timer = setTimeout(fail, sendTimeout);
        (timer as { unref?: () => void }).unref?.();
      },
      pull(controller) {
        const start = offset;
        offset += CHUNK_BYTES;
        controller.enqueue(body.subarray(start, offset));
        if (offset < body.length) return;
        end();
        controller.close();
      },
      cancel: end,
    },
    // The runtime gets a chunk only when it reads.
    { highWaterMark: 0 },
  );
}
