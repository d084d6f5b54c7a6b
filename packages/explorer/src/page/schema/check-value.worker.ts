// Validates in a separate thread, so that a schema with an expensive pattern can't block the page.

import { checkValue, type Problem } from './check-value.js';

/** What the page sends. */
export interface CheckRequest {
  readonly id: number;
  readonly schema: unknown;
  readonly components: unknown;
  readonly value: unknown;
}

/** What the worker responds. */
export interface CheckResponse {
  readonly id: number;
  readonly problems: readonly Problem[];
  readonly failure?: string;
}

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  const { id, schema, components, value } = data;
  postMessage(check(id, schema, components, value));
});

function check(id: number, schema: unknown, components: unknown, value: unknown): CheckResponse {
  try {
    return { id, problems: checkValue(schema, value, components) };
  } catch (error) {
    return { id, problems: [], failure: String(error).slice(0, 300) };
  }
}
