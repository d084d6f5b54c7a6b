import fc, { type Arbitrary } from 'fast-check';
import { encodeRequest, type FuzzRequest, fuzzRequests } from './fuzz-request.js';

/** Targets that frameworks read differently, or reject before the api sees them. */
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

/** A byte that replaces or is inserted before another one; beyond 255 one is removed. */
const edits = fc.array(
  fc.record({ at: fc.nat(), byte: fc.nat({ max: 300 }), isInserted: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

/**
 * Bytes that may not be HTTP, so no model defines the response. The server has to keep running, and the
 * response must not be a server error.
 */
export const malformedRequests: Arbitrary<Uint8Array> = fc.oneof(
  fc.tuple(fuzzRequests, oddTarget).map(([request, target]) => join({ ...request, target })),
  fc
    .tuple(fuzzRequests, oddHost)
    .map(([request, host]) => Buffer.from(atHost(join(request), host), 'latin1')),
  fc.tuple(fuzzRequests, edits).map(([request, list]) => {
    const bytes = [...join(request)];
    for (const { at, byte, isInserted } of list) {
      // Most of the head, where a byte matters most.
      const index = at % Math.min(bytes.length, 150);
      bytes.splice(index, isInserted ? 0 : 1, ...(byte > 255 ? [] : [byte]));
    }
    return Uint8Array.from(bytes);
  }),
);

function join(request: FuzzRequest): Buffer {
  return Buffer.concat(encodeRequest(request));
}

function atHost(request: Buffer, host: string): string {
  return request.toString('latin1').replace('host: localhost', () => `host: ${host}`);
}
