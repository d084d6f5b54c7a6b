import type { SentError } from '../errors/sent-error.js';

/** What a function on a thread came to, as it is sent to the event loop. */
export type Outcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly error: SentError };
