import { Child } from '../../src/processes/child.js';
import { messageShapes } from '../../../core/test/message-shapes.js';

const MIB = 1024 * 1024;

/** How a server reacted to more messages of one shape than it can hold. */
export interface Filling {
  readonly shape: string;
  /** How many messages of 0.9 MiB were accepted. */
  readonly accepted: number;
  /** The status and the error code of the rejections, or how the server ended. */
  readonly outcome: string;
  readonly peakMegabytes: number;
}

/** The methods whose schemas copy a shape. */
const copyingMethods: Readonly<Record<string, string>> = {
  '[[0]]': 'holdLists',
  '{"34" :0}': 'holdRecords',
};

export interface FillOptions {
  readonly adapter: string;
  /** The size of the heap in megabytes. */
  readonly heap: number;
  readonly kind: 'calls' | 'notifications';
  readonly shapes: readonly string[];
  /** Another checkout whose packages the server imports. */
  readonly start?: Parameters<typeof Child.start>[1];
}

/** Fills a server with messages of each shape until it rejects them or ends. */
export async function fillServer(options: FillOptions): Promise<readonly Filling[]> {
  const { adapter, heap, kind, shapes, start } = options;
  const startServer = async () =>
    Child.start('memory/server.js', {
      ...start,
      args: [adapter],
      execArgv: [...(start?.execArgv ?? []), `--max-old-space-size=${heap}`],
    });
  const fillings: Filling[] = [];
  let server = await startServer();
  for (const shape of shapes) {
    server.resetPeakMemory();
    const filling = await fillWithShape(server, shape, kind);
    fillings.push({ shape, ...filling });
    if (server.exit !== undefined) server = await startServer();
    else await server.ask();
  }
  await server.stop();
  return fillings;
}

async function fillWithShape(
  server: Child,
  shape: string,
  kind: FillOptions['kind'],
): Promise<Omit<Filling, 'shape'>> {
  const id = kind === 'calls' ? '"id":1,' : '';
  const values = messageShapes[shape]?.(0.9 * MIB) ?? '';
  const method = copyingMethods[shape] ?? 'hold';
  const body = `{"jsonrpc":"2.0",${id}"method":"${method}","params":{"values":${values}}}`;
  const url = `http://127.0.0.1:${server.ready.port}/rpc`;
  const abort = new AbortController();
  const rejections: string[] = [];
  let accepted = 0;
  let peak = 0;
  // A notification has a response when it is accepted; a call only when it is rejected.
  const send = async (): Promise<void> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        signal: abort.signal,
      });
      if (response.status === 204) accepted += 1;
      else rejections.push(`${response.status} ${/-\d+/.exec(await response.text())?.[0] ?? ''}`);
    } catch {
      // The server has ended, or the test has seen enough.
    }
  };
  const pending: Promise<void>[] = [];
  while (rejections.length < 3 && server.exit === undefined) {
    const sending = send();
    pending.push(sending);
    if (kind === 'notifications') await sending;
    else {
      // The body has been received before the server responds to a later request.
      await Promise.race([
        sending,
        fetch(url).then(
          (response) => response.text(),
          () => undefined,
        ),
      ]);
    }
    peak = Math.max(peak, server.peakMemory() || 0);
  }
  const outcome =
    server.exit === undefined ? [...new Set(rejections)].join(', ') : `ended: ${server.exit}`;
  if (kind === 'calls') accepted = pending.length - rejections.length;
  abort.abort();
  await Promise.all(pending);
  return { accepted, outcome, peakMegabytes: Math.round(peak / 1e6) };
}
