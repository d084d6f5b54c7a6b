import { useEffect, useRef, useState } from 'preact/hooks';
import { type HttpCall, type HttpOutcome, sendRequest } from '../call/send-request.js';
import { useApp } from '../state/app-state.js';
import { addEntry, type HistoryEntry } from '../state/history.js';

/** The progress of a request. */
export type SendState<T> =
  | { readonly step: 'idle' | 'sending' }
  | { readonly step: 'failed'; readonly reason: string }
  | ({ readonly step: 'done'; readonly http: HttpOutcome } & Received<T>);

/** The content of a response, and a description of the outcome in a few words. */
export interface Received<T> {
  readonly value: T;
  readonly outcome: string;
  readonly isError: boolean;
}

interface Outgoing<T> {
  readonly http: HttpCall;
  readonly entry: Pick<HistoryEntry, 'methodId' | 'kind' | 'params'>;
  readonly read: (http: HttpOutcome) => Received<T>;
}

interface SendControl<T> {
  readonly state: SendState<T>;
  readonly send: (outgoing: Outgoing<T>) => Promise<void>;
  readonly cancel: () => void;
}

/** Sends requests one at a time, and adds them to the history. */
export function useSend<T>(): SendControl<T> {
  const { history } = useApp();
  const [state, setState] = useState<SendState<T>>({ step: 'idle' });
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const send = async ({ http: call, entry, read }: Outgoing<T>): Promise<void> => {
    const current = new AbortController();
    controller.current = current;
    setState({ step: 'sending' });
    const at = Date.now();
    const add = (end: Omit<HistoryEntry, 'at' | keyof typeof entry>): void =>
      history.set(addEntry(history.get(), { at, ...entry, ...end }));
    try {
      const http = await sendRequest(call, current.signal);
      const received = read(http);
      const { outcome, isError } = received;
      const { status, milliseconds } = http;
      add({ outcome, isError, status, milliseconds });
      setState({ step: 'done', http, ...received });
    } catch (error) {
      if (current.signal.aborted) return setState({ step: 'idle' });
      const reason = error instanceof Error ? error.message : String(error);
      add({ outcome: 'No response', isError: true, status: undefined, milliseconds: undefined });
      setState({ step: 'failed', reason });
    }
  };
  return { state, send, cancel: () => controller.current?.abort() };
}
