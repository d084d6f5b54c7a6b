import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The outcomes of the calls of all clients. */
export interface LoadReport {
  /** The number of calls that each process has served, by the id of the process. */
  readonly served: ReadonlyMap<number, number>;
  readonly failures: readonly string[];
}

/**
 * Calls `work` from several clients at once until `task` has ended.
 *
 * @param keepAlive whether the clients reuse their connections
 */
export async function loadDuring(
  url: string,
  keepAlive: boolean,
  task: (served: LoadReport['served']) => Promise<void>,
): Promise<LoadReport> {
  const served = new Map<number, number>();
  const failures: string[] = [];
  const over = new AbortController();
  const clients = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive });
    for (let call = 0; !over.signal.aborted; call += 1) {
      try {
        const { result } = await work(url, agent, (call % 5) * 20);
        served.set(result, (served.get(result) ?? 0) + 1);
      } catch (error) {
        failures.push(String(error));
      }
    }
    agent.destroy();
  });
  try {
    await task(served);
  } finally {
    over.abort();
    await Promise.all(clients);
  }
  return { served, failures };
}

/** Sends one call. `fetch` would open connections in advance and keep them. */
async function work(
  url: string,
  agent: Agent,
  milliseconds: number,
): Promise<{ readonly result: number }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'work', params: { milliseconds } });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const [status, response] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (incoming) => {
      text(incoming).then((received) => resolve([incoming.statusCode, received]), reject);
    })
      .on('error', reject)
      .end(body);
  });
  const parsed = status === 200 ? (JSON.parse(response) as { readonly result?: number }) : {};
  if (typeof parsed.result !== 'number') throw new Error(`${status} ${response}`);
  return { result: parsed.result };
}
