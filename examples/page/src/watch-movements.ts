import { createClient } from '@jsonrpc-kit/client';
import { webSocket } from '@jsonrpc-kit/client/websocket';
import type { methods } from '@jsonrpc-kit/example-bank';
import { type Customer, idempotent, setTokenCookie } from './bank-client.js';
import type { Line } from './statement-view.js';

/** The page that watches. */
interface Watcher {
  readonly accountIds: readonly string[];
  onMovement(accountId: string, line: Line): void;
  /**
   * Loads what the page displays. Called when all further movements are received, so that none is missed, and
   * if the connection can't be opened.
   */
  load(): void;
}

/** Receives the movements of some accounts over one WebSocket, until the signal fires. */
export function watchMovements({ token }: Customer, watcher: Watcher, signal: AbortSignal): void {
  const { accountIds } = watcher;
  const opened = new Set<string>();
  const bank = createClient<typeof methods>({
    transport: webSocket({
      url: '/api/v1/jsonrpc',
      connect: (url) => {
        opened.clear();
        // Another tab may have set the token of its customer.
        setTokenCookie(token);
        const socket = new WebSocket(url);
        socket.addEventListener('error', () => watcher.load());
        return socket;
      },
    }),
    subscriptions: { movements: true },
    idempotent,
  });
  signal.addEventListener('abort', () => bank.$close());
  const watch = async (accountId: string): Promise<void> => {
    const onOpen = (): void => {
      opened.add(accountId);
      if (opened.size === accountIds.length) watcher.load();
    };
    // The client resumes by cursors. After a restart, the bank has forgotten them, but the page loads its state.
    const onGap = (): void => undefined;
    const movements = bank.movements({ accountId }, { signal, onOpen, onGap });
    for await (const line of movements) watcher.onMovement(accountId, line);
  };
  for (const accountId of accountIds) {
    watch(accountId).catch(() => {
      // Without live movements, the page still works.
      if (!signal.aborted) watcher.load();
    });
  }
}
