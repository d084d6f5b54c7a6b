import { useState } from 'preact/hooks';
import type { RequestObject } from '../call/call-draft.js';
import { type CallOutcome, readBatch } from '../call/read-response.js';
import { type HttpCall, type HttpOutcome, sendRequest } from '../call/send-request.js';
import type { MethodModel } from '../document/api-model.js';
import { useApp } from '../state/app-state.js';
import type { BatchItem } from '../state/batch-item.js';
import { addEntry } from '../state/history.js';
import { batchHash } from '../state/route.js';

/** A call of a batch, ready to be sent. */
export interface BatchCall {
  readonly item: BatchItem;
  readonly method: MethodModel;
  readonly message: RequestObject;
  /** Undefined for a notification. */
  readonly id: number | undefined;
}

export type BatchState =
  | { readonly step: 'idle' | 'sending' }
  | { readonly step: 'failed'; readonly reason: string }
  | {
      readonly step: 'done';
      readonly http: HttpOutcome;
      /** The outcomes by the key of the item. */
      readonly outcomes: ReadonlyMap<string, CallOutcome>;
    };

interface BatchControl {
  readonly state: BatchState;
  readonly send: (http: HttpCall, calls: readonly BatchCall[]) => Promise<void>;
}

/** Sends a batch, and adds it to the history. */
export function useBatch(): BatchControl {
  const { history } = useApp();
  const [state, setState] = useState<BatchState>({ step: 'idle' });

  const send = async (call: HttpCall, calls: readonly BatchCall[]): Promise<void> => {
    setState({ step: 'sending' });
    const items = calls.map(({ item: { methodId, params, isNotification } }) => ({
      id: methodId,
      params,
      isNotification,
    }));
    const entry = {
      at: Date.now(),
      methodId: calls
        .map(({ method }) => method.name)
        .join(', ')
        .slice(0, 200),
      kind: 'batch' as const,
      params: batchHash(items),
    };
    try {
      const http = await sendRequest(call, new AbortController().signal);
      const outcomes = readBatch(http, calls);
      const failed = outcomes.filter(({ kind }) => kind === 'error').length;
      const { status, milliseconds } = http;
      const outcome = failed === 0 ? 'Done' : `${failed} of ${calls.length} failed`;
      const isError = failed > 0;
      history.set(addEntry(history.get(), { ...entry, outcome, isError, status, milliseconds }));
      const keys = calls.map(({ item }) => item.key);
      const byKey = new Map(outcomes.map((one, index) => [keys[index] ?? '', one]));
      setState({ step: 'done', http, outcomes: byKey });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setState({ step: 'failed', reason });
    }
  };
  return { state, send };
}
