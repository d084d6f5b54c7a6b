import { type Customer, setTokenCookie } from './bank-client.js';
import type { Line } from './statement-view.js';

/** The page that watches. */
interface Watcher {
  readonly accountIds: readonly string[];
  onMovement(accountId: string, line: Line): void;
  /** Called when the page watches again after the connection was lost, because it has missed movements. */
  onResumed(): void;
}

const RECONNECT_DELAY = 1_000;

/**
 * Receives the movements of some accounts of a customer over a WebSocket, until the signal fires.
 *
 * @returns a promise that resolves when all further movements are received, or the first attempt has failed
 */
export function watchMovements(
  { token }: Customer,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const connect = (onSubscribed: () => void): void => {
      if (signal.aborted) return;
      const socket = new WebSocket(new URL('/api/v1/jsonrpc', location.href.replace('http', 'ws')));
      const close = (): void => socket.close();
      signal.addEventListener('abort', close);
      /** The accounts by the ids of their subscriptions. */
      const accounts = new Map<string, string>();
      socket.addEventListener('open', () => {
        for (const accountId of watcher.accountIds) {
          const call = { method: 'movements.subscribe', params: { accountId } };
          socket.send(JSON.stringify({ jsonrpc: '2.0', id: accountId, ...call }));
        }
      });
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data as string) as Message;
        if ('id' in message) {
          if (message.result !== undefined) accounts.set(message.result, message.id);
          if (accounts.size === watcher.accountIds.length) onSubscribed();
          return;
        }
        const { subscription, result } = message.params;
        const accountId = accounts.get(subscription);
        if (accountId !== undefined && result !== undefined) watcher.onMovement(accountId, result);
      });
      socket.addEventListener('close', () => {
        signal.removeEventListener('abort', close);
        resolve();
        if (signal.aborted) return;
        setTokenCookie(token);
        setTimeout(() => connect(() => watcher.onResumed()), RECONNECT_DELAY);
      });
    };
    connect(resolve);
  });
}

/** The response to a subscribe call, or an event of the subscription. */
type Message =
  | { readonly id: string; readonly result?: string }
  | { readonly params: { readonly subscription: string; readonly result?: Line } };
