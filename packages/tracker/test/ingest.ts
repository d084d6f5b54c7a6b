import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A decoded item of an envelope. */
export interface Item {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

/** A local server that receives envelopes of a Sentry SDK. */
export class Ingest {
  readonly items: Item[] = [];
  readonly #server: Server;
  #onItem: () => void = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request).then(() => response.end('{}'));
    });
  }

  async #take(request: IncomingMessage): Promise<void> {
    this.items.push(...decodeEnvelope(await bodyOf(request)));
    this.#onItem();
  }

  static async listen(): Promise<Ingest> {
    const ingest = new Ingest();
    await new Promise<void>((listening) => {
      ingest.#server.listen(0, '127.0.0.1', listening);
    });
    return ingest;
  }

  /** The `dsn` option for an SDK. */
  get dsn(): string {
    return `http://key@127.0.0.1:${(this.#server.address() as AddressInfo).port}/1`;
  }

  /** Returns the payloads of one type in order of arrival. */
  ofType(type: string): readonly Record<string, unknown>[] {
    return this.items.filter((item) => item.type === type).map(({ payload }) => payload);
  }

  /** Resolves once the received items satisfy a condition. */
  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await new Promise<void>((resolve) => {
        this.#onItem = resolve;
      });
    }
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Decodes lines of JSON: the header of the envelope, then a header and a payload for every item. */
function decodeEnvelope(body: Buffer): Item[] {
  const [, ...lines] = body.toString().split('\n');
  const items: Item[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const { type } = JSON.parse(line) as { type: string };
    items.push({ type, payload: JSON.parse(lines.shift() ?? '{}') as Item['payload'] });
  }
  return items;
}
