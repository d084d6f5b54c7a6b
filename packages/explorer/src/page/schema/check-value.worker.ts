// Validates in a separate thread, so that a schema with an expensive pattern can't block the page.

import { checkValue, type Problem } from './check-value.js';

/** A message from the page to the worker. */
export interface CheckRequest {
  readonly schema: unknown;
  readonly value: unknown;
  /** Omitted if they are the same as in the last request. */
  readonly components?: unknown;
}

/** The worker's response to the page. */
export interface CheckResponse {
  readonly problems: readonly Problem[];
  readonly failure?: string;
}

let components: unknown;

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if ('components' in data) ({ components } = data);
  postMessage(check(data));
});
// The first message says that the worker is loaded.
postMessage({ problems: [] } satisfies CheckResponse);

function check({ schema, value }: CheckRequest): CheckResponse {
  try {
    return { problems: checkValue(schema, value, components) };
  } catch (error) {
    return { problems: [], failure: String(error).slice(0, 300) };
  }
}
