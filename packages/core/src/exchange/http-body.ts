/**
 * What an adapter read of a request's body. The tag says which it is, since `null` and strings are
 * JSON values too.
 */
export type HttpBody =
  | { readonly kind: 'text'; readonly text: string }
  /** Already parsed, by an application-wide body parser in front. */
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf-8' }
  /** The client went away before the body was complete. */
  | { readonly kind: 'aborted' };
