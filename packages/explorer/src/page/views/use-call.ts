import { useEffect, useRef, useState } from 'preact/hooks';
import { type CallOutcome, readResponse } from '../call/read-response.js';
import { type HttpCall, type HttpOutcome, sendRequest } from '../call/send-request.js';
import type { MethodModel } from '../document/api-model.js';
import { useApp } from '../state/app-state.js';
import { addEntry } from '../state/history.js';
import { describeOutcome } from './describe-outcome.js';

/** How far a request is. */
export type CallState =
  | { readonly step: 'idle' | 'sending' }
  | { readonly step: 'failed'; readonly reason: string }
  | { readonly step: 'done'; readonly http: HttpOutcome; readonly outcome: CallOutcome };

interface SentCall {
  readonly http: HttpCall;
  readonly params: string;
  readonly kind: 'call' | 'notification';
}

interface CallControl {
  readonly state: CallState;
  readonly send: (call: SentCall) => Promise<void>;
  readonly cancel: () => void;
}

/** Sends calls of a method one at a time, and adds them to the history. */
export function useCall(method: MethodModel): CallControl {
  const { history } = useApp();
  const [state, setState] = useState<CallState>({ step: 'idle' });
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const send = async ({ http: call, params, kind }: SentCall): Promise<void> => {
    const current = new AbortController();
    controller.current = current;
    setState({ step: 'sending' });
    const entry = { at: Date.now(), methodId: method.id, kind, params };
    try {
      const http = await sendRequest(call, current.signal);
      const outcome = readResponse(http, method);
      const { status, milliseconds } = http;
      const summary = describeOutcome(outcome);
      history.set(addEntry(history.get(), { ...entry, ...summary, status, milliseconds }));
      setState({ step: 'done', http, outcome });
    } catch (error) {
      if (current.signal.aborted) return setState({ step: 'idle' });
      const reason = error instanceof Error ? error.message : String(error);
      const failed = { outcome: 'No response', isError: true };
      const unknown = { status: undefined, milliseconds: undefined };
      history.set(addEntry(history.get(), { ...entry, ...failed, ...unknown }));
      setState({ step: 'failed', reason });
    }
  };
  return { state, send, cancel: () => controller.current?.abort() };
}
