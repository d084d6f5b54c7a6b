import type { CallOutcome } from '../call/read-response.js';

/** Describes an outcome in a few words, for a list. */
export function describeOutcome(outcome: CallOutcome): {
  readonly outcome: string;
  readonly isError: boolean;
} {
  switch (outcome.kind) {
    case 'result':
      return { outcome: 'Result', isError: false };
    case 'none':
      return { outcome: outcome.explanation, isError: false };
    case 'error':
      return { outcome: errorTitle(outcome), isError: true };
  }
}

/** The name of a declared error, or the message of another one, with its code. */
export function errorTitle(error: Extract<CallOutcome, { kind: 'error' }>): string {
  const name = error.declared?.name ?? error.message.slice(0, 100);
  return error.code === undefined ? name : `${name} (${error.code})`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 10_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
