import { render, type VNode } from 'preact';
import { App } from './app.js';
import { loadDocument } from './document/load-document.js';
import { createAppState } from './state/app-state.js';
import { ErrorBoundary } from './views/error-boundary.js';
import { LoadFailure, Loading } from './views/load-failure.js';
import './style/page.css';

/** Loads the document that the page names, and renders it. */
async function start(container: HTMLElement): Promise<void> {
  const { openrpc = './openrpc.json', base, origins = '' } = container.dataset;
  const url = new URL(openrpc, document.baseURI).href;
  try {
    const api = await loadDocument(url, base ?? url);
    const state = createAppState(api, url, origins.split(' ').filter(Boolean));
    show(
      container,
      <ErrorBoundary>
        <App state={state} />
      </ErrorBoundary>,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const retry = (): void => {
      show(container, <Loading />);
      void start(container);
    };
    show(container, <LoadFailure url={url} reason={reason} onRetry={retry} />);
  }
}

/** Replaces the content of the container, which the server has rendered at first. */
function show(container: HTMLElement, view: VNode): void {
  render(null, container);
  container.replaceChildren();
  render(view, container);
}

const container = document.getElementById('explorer');
if (container !== null) void start(container);
