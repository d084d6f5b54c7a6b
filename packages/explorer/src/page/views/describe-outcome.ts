import type { CallKind } from '../call/call-draft.js';
import type { CallOutcome } from '../call/read-response.js';
import type { HttpOutcome } from '../call/send-request.js';
import type { MethodModel } from '../document/api-model.js';
import type { Received } from './use-send.js';

interface DescribedCall {
  readonly kind: CallKind;
  readonly method: MethodModel;
  readonly http: HttpOutcome;
}

/** Describes the outcome of one call in a few words, for the history and for screen readers. */
export function describeOutcome(
  value: CallOutcome,
  { kind, method, http }: DescribedCall,
): Omit<Received<CallOutcome>, 'value'> {
  switch (value.kind) {
    case 'result':
      return { outcome: 'Result', isError: false };
    case 'none':
      return describeNone(kind, method, http);
    case 'error':
      return { outcome: errorTitle(value), isError: true };
  }
}

/** What a response without result and error says about a notification. For a call, it is malformed. */
function describeNone(
  kind: CallKind,
  { isDurable }: MethodModel,
  { status, text }: HttpOutcome,
): Omit<Received<CallOutcome>, 'value'> {
  if (status === 204 || (kind === 'notification' && status < 400 && text === '')) {
    return {
      outcome: kind === 'notification' && isDurable ? 'Stored' : 'Accepted',
      isError: false,
    };
  }
  if (status === 401) return { outcome: 'Unauthorized', isError: true };
  if (status === 403) return { outcome: 'Forbidden', isError: true };
  const isRejected = kind === 'notification' && text === '';
  return { outcome: isRejected ? 'Rejected' : 'Not a JSON-RPC response', isError: true };
}

/** The name of a declared error, or the message of another one, with its code. */
export function errorTitle(error: Extract<CallOutcome, { kind: 'error' }>): string {
  const name = error.declared?.name ?? error.message.slice(0, 100);
  return error.code === undefined ? name : `${name} (${error.code})`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 10_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
