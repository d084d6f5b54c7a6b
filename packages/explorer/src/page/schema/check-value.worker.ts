// Validates in a separate thread, so that a schema with an expensive pattern can't block the page.

import { checkValue, type Problem } from './check-value.js';

/** A message from the page to the worker. */
export interface CheckRequest {
  readonly schema: unknown;
  readonly value: unknown;
  /** Omitted if they are the same as in the last request. */
  readonly shared?: object;
}

/** The worker's response to the page: the problems of a value, or why it wasn't checked. */
export interface CheckResponse {
  readonly problems: readonly Problem[];
  readonly skipped?: string | undefined;
}

let shared: object = {};

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.shared !== undefined) ({ shared } = data);
  postMessage(check(data));
});
// The first message says that the worker is loaded.
postMessage({ problems: [] } satisfies CheckResponse);

function check({ schema, value }: CheckRequest): CheckResponse {
  try {
    return { problems: checkValue(schema, value, shared) };
  } catch (error) {
    return { problems: [], skipped: explain(error) };
  }
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // The validator goes on to list every reference that it knows.
  const [, ref] = /^Unresolved \$ref "(.*?)"/.exec(text) ?? [];
  if (ref === undefined) return text.slice(0, 300);
  return `The schema refers to ${ref.slice(0, 100)}, which is not in this document.`;
}
