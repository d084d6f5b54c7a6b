import type { VNode } from 'preact';

interface LoadFailureProps {
  readonly url: string;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** The view for a document that can't be loaded. */
export function LoadFailure({ url, reason, onRetry }: LoadFailureProps): VNode {
  return (
    <main class="load-failure">
      <h1>The API schema can’t be loaded</h1>
      <p role="alert">{reason}</p>
      <p>
        The page reads <a href={url}>{url}</a>.
      </p>
      <button type="button" class="button primary" onClick={onRetry}>
        Try again
      </button>
    </main>
  );
}

/** The view while the page loads the document again. */
export function Loading(): VNode {
  return (
    <main class="loading">
      <p role="status">Loading the API schema…</p>
    </main>
  );
}
