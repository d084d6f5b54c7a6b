import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Connection } from './connection.js';
import type { RawResponse } from './response-reader.js';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly request: Buffer;
  /** Every response has to be this one, byte by byte. */
  readonly expected: RawResponse;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from a request to the end of its response. */
  readonly latency: { readonly p50: number; readonly p99: number };
}

/**
 * Sends one request over and over, on several connections, each with the next one as soon as it has
 * the response to the last. It runs an exact number of requests from rest to rest, so that all that
 * the server has spent meanwhile was spent on them.
 */
export class Load {
  readonly #options: LoadOptions;
  readonly #connections: readonly Connection[];

  private constructor(options: LoadOptions, connections: readonly Connection[]) {
    this.#options = options;
    this.#connections = connections;
  }

  static async open(options: LoadOptions): Promise<Load> {
    const connections = Array.from({ length: options.connections }, () =>
      Connection.open(options.port),
    );
    return new Load(options, await Promise.all(connections));
  }

  /** Rejects where a response is another than expected. */
  async run(requests: number): Promise<LoadResult> {
    const latencies = createHistogram();
    const stopWatching = stayAwake();
    const startedAt = performance.now();
    await this.#exchangeAll(requests, latencies).finally(stopWatching);
    return {
      requests,
      seconds: (performance.now() - startedAt) / 1000,
      latency: { p50: latencies.percentile(50) / 1e6, p99: latencies.percentile(99) / 1e6 },
    };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #exchangeAll(requests: number, latencies: RecordableHistogram): Promise<void> {
    const { request, expected } = this.#options;
    return new Promise((resolve, reject) => {
      let unsent = requests;
      let unanswered = requests;
      const start = (connection: Connection): void => {
        let sentAt = 0;
        const send = (): void => {
          unsent -= 1;
          sentAt = performance.now();
          connection.send(request);
        };
        connection.listen((response) => {
          // A histogram counts whole numbers from 1: nanoseconds.
          latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1e6)));
          if (!isSame(response, expected)) {
            reject(new Error(`Under load the answer is another: ${describe(response)}`));
            return;
          }
          unanswered -= 1;
          if (unsent > 0) send();
          else if (unanswered === 0) resolve();
        }, reject);
        if (unsent > 0) send();
      };
      this.#connections.forEach(start);
    });
  }
}

/**
 * Keeps this process from falling asleep between two responses. Waking it up is done by the kernel in
 * the name of the server, which would pay for that the more often the slower it is.
 *
 * @returns what lets it sleep again
 */
function stayAwake(): () => void {
  let isOver = false;
  const lookAgain = (): void => {
    if (!isOver) setImmediate(lookAgain);
  };
  lookAgain();
  return () => {
    isOver = true;
  };
}

function isSame(response: RawResponse, expected: RawResponse): boolean {
  return response.status === expected.status && response.body.equals(expected.body);
}

function describe({ status, body }: RawResponse): string {
  return `${status} ${body.toString().slice(0, 200)}`;
}
