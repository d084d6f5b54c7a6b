import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A server that receives what Sentry SDKs send. */
export interface SentryServer {
  /** Returns the DSN of a new project, and a function that waits until its SDK has sent a text. */
  readonly newProject: () => {
    readonly dsn: string;
    readonly hasReceived: (text: string) => Promise<void>;
  };
  readonly close: () => void;
}

export async function startSentryServer(): Promise<SentryServer> {
  const received = new Map<string, string>();
  const changes = new EventEmitter().setMaxListeners(0);
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await buffer(request);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const project = /^\/api\/(\d+)\//.exec(request.url ?? '')?.[1] ?? '';
    received.set(project, `${received.get(project)}${text.toString()}`);
    changes.emit('change');
  };
  const server = createServer((request, response) => {
    // A server that is killed cuts its last request off.
    void receive(request).then(
      () => response.end('{}'),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    newProject: () => {
      const project = `${received.size + 1}`;
      received.set(project, '');
      return {
        dsn: `http://key@127.0.0.1:${port}/${project}`,
        hasReceived: async (text) => {
          const signal = AbortSignal.timeout(30_000);
          const isReceived = (): boolean => received.get(project)?.includes(text) === true;
          while (!isReceived()) {
            await once(changes, 'change', { signal }).catch(() => {
              throw new Error(`Sentry received no ${text} but:\n${received.get(project)}`);
            });
          }
        },
      };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
