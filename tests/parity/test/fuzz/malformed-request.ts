import fc, { type Arbitrary } from 'fast-check';
import { encodeRequest, type FuzzRequest, fuzzRequests } from './fuzz-request.js';

/** Targets that frameworks interpret differently, or reject before the api receives them. */
const oddTarget = fc.oneof(
  fc.constantFrom(
    '*',
    '/rpc\\echo',
    'HTTP://LOCALHOST/rpc',
    'http://localhost:99999/rpc',
    'http://[/rpc',
    'ftp://x/rpc',
  ),
  fc.string({ unit: 'binary-ascii' }).map((text) => `/rpc/${text}`),
);

const oddHost = fc.oneof(
  fc.constantFrom('', '[', 'a b', 'a/b', 'a@b', 'localhost:99999', '%', '::'),
  fc.string(),
);

/** Each edit replaces a byte, inserts one, or deletes one if `byte` is greater than 255. */
const edits = fc.array(
  fc.record({ at: fc.nat(), byte: fc.nat({ max: 300 }), isInserted: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

/**
 * Bytes that may not be valid HTTP, so the reference model can't predict the response. The server must keep
 * running, and must not respond with a server error.
 */
export const malformedRequests: Arbitrary<Uint8Array> = fc.oneof(
  fc.tuple(fuzzRequests, oddTarget).map(([request, target]) => join({ ...request, target })),
  fc
    .tuple(fuzzRequests, oddHost)
    .map(([request, host]) => Buffer.from(withHost(join(request), host), 'latin1')),
  fc.tuple(fuzzRequests, edits).map(([request, list]) => {
    const bytes = [...join(request)];
    for (const { at, byte, isInserted } of list) {
      // Edits in the head are the most likely to break the request.
      const index = at % Math.min(bytes.length, 150);
      bytes.splice(index, isInserted ? 0 : 1, ...(byte > 255 ? [] : [byte]));
    }
    return Uint8Array.from(bytes);
  }),
);

function join(request: FuzzRequest): Buffer {
  return Buffer.concat(encodeRequest(request));
}

function withHost(request: Buffer, host: string): string {
  return request.toString('latin1').replace('host: localhost', () => `host: ${host}`);
}
