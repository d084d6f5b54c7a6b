/** Headers that describe the client without personal data. */
export const SENT_HEADERS: readonly string[] = [
  'host',
  'user-agent',
  'content-type',
  'content-length',
];

/** Whether a header may be sent to Sentry. Any other may contain a credential, such as an API key. */
export function isSentHeader(name: string): boolean {
  return SENT_HEADERS.includes(name.toLowerCase());
}
