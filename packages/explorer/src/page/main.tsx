import { render } from 'preact';
import { App } from './app.js';
import { loadDocument } from './document/load-document.js';
import { createAppState } from './state/app-state.js';
import { ErrorBoundary } from './views/error-boundary.js';
import { LoadFailure } from './views/load-failure.js';
import './style/page.css';

/** Loads the document that the page names, and renders it. */
async function start(container: HTMLElement): Promise<void> {
  const { openrpc = './openrpc.json', base, origins = '' } = container.dataset;
  const url = new URL(openrpc, document.baseURI).href;
  try {
    const api = await loadDocument(url, base ?? url);
    const state = createAppState(api, url, origins.split(' ').filter(Boolean));
    container.replaceChildren();
    const app = (
      <ErrorBoundary>
        <App state={state} />
      </ErrorBoundary>
    );
    render(app, container);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const retry = (): void => {
      render(null, container);
      void start(container);
    };
    container.replaceChildren();
    render(<LoadFailure url={url} reason={reason} onRetry={retry} />, container);
  }
}

const container = document.getElementById('explorer');
if (container !== null) void start(container);
