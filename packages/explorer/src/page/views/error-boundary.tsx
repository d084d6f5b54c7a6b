import { Component, type ComponentChildren } from 'preact';

interface ErrorBoundaryProps {
  readonly children: ComponentChildren;
}

/** Keeps the rest of the page usable if a part of the document can't be displayed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly reason?: string }> {
  override state: { readonly reason?: string } = {};

  static override getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: String(error).slice(0, 300) };
  }

  override render(): ComponentChildren {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <article class="narrow-page">
        <h1 tabIndex={-1}>This view can’t be displayed</h1>
        <p>The page failed to display this part of the API schema.</p>
        <p class="problem">{reason}</p>
      </article>
    );
  }
}
