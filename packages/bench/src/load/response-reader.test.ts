import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RawResponse, ResponseReader } from './response-reader.js';

const body = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => Buffer.from(text));

/** A response as a server writes it, by its length or in chunks. */
const written = fc.record({ body, status: fc.constantFrom(200, 207, 400) }).chain((response) =>
  fc
    .oneof(
      fc.constant([response.body]),
      fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 5 }).map((sizes) => {
        let at = 0;
        const parts = sizes.map((size) => response.body.subarray(at, (at += size)));
        return ['chunked' as const, ...parts, response.body.subarray(at)];
      }),
    )
    .map((parts) => ({ response, bytes: render(response.status, parts) })),
);

function render(status: number, parts: readonly (Buffer | 'chunked')[]): Buffer {
  const start = `HTTP/1.1 ${status} Some Reason\r\nDate: today\r\n`;
  const [first, ...rest] = parts;
  if (first !== 'chunked') {
    const length = first?.length ?? 0;
    return Buffer.concat([
      Buffer.from(`${start}Content-Length: ${length}\r\n\r\n`),
      first ?? empty,
    ]);
  }
  const chunks = rest
    .filter((part): part is Buffer => part !== 'chunked' && part.length > 0)
    .flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, newLine]);
  const head = Buffer.from(`${start}transfer-encoding: chunked\r\n\r\n`);
  return Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]);
}

const empty = Buffer.alloc(0);
const newLine = Buffer.from('\r\n');

/** Pushes the bytes cut at these places. */
function readCut(reader: ResponseReader, bytes: Buffer, cuts: readonly number[]) {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b)];
  const results: (RawResponse | undefined)[] = [];
  for (const [index, from] of places.entries()) {
    const piece = bytes.subarray(from, places[index + 1] ?? bytes.length);
    if (piece.length > 0) results.push(reader.push(piece));
  }
  return results;
}

describe('a response is read', () => {
  test('wherever the network cuts it, and is there with its last byte only', () => {
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (all, cuts) => {
          const reader = new ResponseReader();
          for (const { response, bytes } of all) {
            const results = readCut(reader, bytes, cuts);
            expect(results.slice(0, -1)).toEqual(results.slice(0, -1).map(() => undefined));
            expect(results.at(-1)).toEqual(response);
          }
        },
      ),
    );
  });

  test.each([204, 304])('without a body where its status is %d', (status) => {
    const bytes = Buffer.from(`HTTP/1.1 ${status} Nothing\r\nDate: today\r\n\r\n`);
    expect(new ResponseReader().push(bytes)).toEqual({ status, body: empty });
  });
});

describe('is refused', () => {
  test('a response of which nobody knows where it ends', () => {
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}');
    expect(() => new ResponseReader().push(bytes)).toThrow('neither a length nor chunks');
  });

  test.each(['Content-Length: 1\r\n\r\n{}', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nmore'])(
    'more than belongs to it: %j',
    (rest) => {
      expect(() => new ResponseReader().push(Buffer.from(`HTTP/1.1 200 OK\r\n${rest}`))).toThrow(
        'More came than the response is long',
      );
    },
  );
});
