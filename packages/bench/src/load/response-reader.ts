export interface RawResponse {
  readonly status: number;
  /** Without the framing of chunks. */
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
const EMPTY = Buffer.alloc(0);

/**
 * Reads HTTP/1.1 responses off a connection, one at a time and without pipelining. It knows just what
 * servers here send, so that it costs next to nothing: the load must not be what is measured.
 */
export class ResponseReader {
  #pending: Buffer | undefined;

  /**
   * The response, once its last byte is there.
   *
   * @throws Error where it has neither a length nor chunks, or more comes than belongs to it
   */
  push(chunk: Buffer): RawResponse | undefined {
    const data = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk]);
    const response = parseResponse(data);
    this.#pending = response === undefined ? data : undefined;
    return response;
  }
}

function parseResponse(data: Buffer): RawResponse | undefined {
  const headEnd = data.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  // `HTTP/1.1 200 OK`
  const head = data.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const rest = data.subarray(headEnd + HEAD_END.length);
  const body = parseBody(head, status, rest);
  return body && { status, body };
}

function parseBody(head: string, status: number, rest: Buffer): Buffer | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return exactly(rest, Number(length));
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return joinChunks(rest);
  if (status === 204 || status === 304) return exactly(rest, 0);
  throw new Error(`A response has neither a length nor chunks: ${head}`);
}

function exactly(rest: Buffer, length: number): Buffer | undefined {
  if (rest.length > length) throw new Error('More came than the response is long');
  return rest.length === length ? rest : undefined;
}

/** Undefined while the last chunk, an empty one, is not there. */
function joinChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    const to = from + size;
    if (rest.length < to + 2) return undefined;
    if (size === 0) {
      exactly(rest, to + 2);
      return chunks.length === 1 ? chunks[0] : chunks.length === 0 ? EMPTY : Buffer.concat(chunks);
    }
    chunks.push(rest.subarray(from, to));
    at = to + 2;
  }
}
