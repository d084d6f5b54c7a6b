/** How much of a body an adapter reads, and for how long. */
export interface BodyLimits {
  /** The body is `'too-large'` beyond this, whatever its `content-length` says. */
  readonly maxBytes: number;
  /** Milliseconds until a body that hasn't arrived in full is `'timed-out'`; it may be `Infinity`. */
  readonly timeout: number;
}

/**
 * What an adapter read of a request's body. The tag says which it is, since `null` and strings are
 * JSON values too.
 */
export type HttpBody =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The length on the wire, for `maxPendingBytes`. Default: the length of the text. */
      readonly byteLength?: number | undefined;
    }
  /** Already parsed, by an application-wide body parser in front. */
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** The length on the wire where it is known, for `maxPendingBytes`. Default: 0. */
      readonly byteLength?: number | undefined;
    }
  | { readonly kind: 'too-large' }
  /** The body didn't arrive within the time limit. */
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-utf-8' }
  /** The client went away before the body was complete. */
  | { readonly kind: 'aborted' };
