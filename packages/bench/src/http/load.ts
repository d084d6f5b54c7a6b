import { Connection, type RawResponse } from './connection.js';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly request: Buffer;
  /** Every response has to have this status and body. */
  readonly expected: Pick<RawResponse, 'status' | 'body'>;
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds from each request to the end of its response. */
  readonly latencies: readonly number[];
}

/**
 * Repeats a request on several connections, each sending the next one as soon as it has a response.
 * A run sends an exact number of requests and waits for all responses, so that the CPU time of the
 * server during a run is that of its requests.
 */
export class Load {
  readonly #options: LoadOptions;
  readonly #connections: readonly Connection[];

  private constructor(options: LoadOptions, connections: readonly Connection[]) {
    this.#options = options;
    this.#connections = connections;
  }

  static async open(options: LoadOptions): Promise<Load> {
    const opening = Array.from({ length: options.connections }, () =>
      Connection.open(options.port),
    );
    return new Load(options, await Promise.all(opening));
  }

  /** Rejects if a response differs from the expected one. */
  async run(requests: number): Promise<LoadResult> {
    const { request, expected } = this.#options;
    const latencies: number[] = [];
    let remaining = requests;
    const repeat = async (connection: Connection): Promise<void> => {
      while (remaining > 0) {
        remaining -= 1;
        const sentAt = performance.now();
        const { status, body } = await connection.exchange(request);
        latencies.push(performance.now() - sentAt);
        if (status !== expected.status || !body.equals(expected.body)) {
          throw new Error(
            `Unexpected response under load: ${status} ${body.toString().slice(0, 200)}`,
          );
        }
      }
    };
    // If this process slept between two responses, the kernel would wake it when the server writes,
    // and count the CPU time of waking as the server's. A slower server would pay more often.
    let isRunning = true;
    setImmediate(function stayAwake() {
      if (isRunning) setImmediate(stayAwake);
    });
    const startedAt = performance.now();
    await Promise.all(this.#connections.map(repeat)).finally(() => (isRunning = false));
    return { seconds: (performance.now() - startedAt) / 1000, latencies };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
