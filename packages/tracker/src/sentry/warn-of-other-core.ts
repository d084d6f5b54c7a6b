import { type Client, SDK_VERSION } from '@sentry/core';

/**
 * Versions of `@sentry/core` share nothing, so with one of another version than the SDK's nothing
 * would ever be tracked, without a word. Package managers that keep packages apart can bring it about.
 */
export function warnOfOtherCore(client: Client): void {
  const version = client.getSdkMetadata()?.sdk?.version;
  if (version === undefined || version === SDK_VERSION) return;
  console.warn(
    `@jsonrpc-kit/tracker tracks nothing: it found @sentry/core ${SDK_VERSION}, and your Sentry SDK ` +
      `is ${version}. Install @sentry/core@${version} beside it.`,
  );
}
