import { shorten } from './sent-request.js';

/** An HTTP answer as the expectations see it. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** As they came. */
  readonly headers: Headers;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** Milliseconds from sending the request to the end of the answer. */
  readonly took: number;
}

/** The value of a JSON body. */
export type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function jsonOf({ text }: Answer): Json {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}

/** What came, for a person to read. */
export function describeAnswer({ status, headers, text }: Answer): string {
  const type = headers.get('content-type');
  return `${status}${type === null ? '' : ` ${type}`} ${shorten(text)}`;
}
