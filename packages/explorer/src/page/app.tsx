import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './parts/icon.js';
import { AppContext, type AppState, useApp } from './state/app-state.js';
import { createBatchItem } from './state/batch-item.js';
import { methodHash, type Route } from './state/route.js';
import { useStore } from './state/store.js';
import { BatchPage } from './views/batch-page.js';
import { ErrorBoundary } from './views/error-boundary.js';
import { HistoryPage } from './views/history-page.js';
import { MethodPage } from './views/method-page.js';
import { Overview } from './views/overview.js';
import { Sidebar } from './views/sidebar.js';

/** The page: a sidebar with the methods, and the view that the URL selects. */
export function App({ state }: { readonly state: AppState }): VNode {
  const { api } = state;
  const route = useStore(state.route);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const closeMenu = (): void => {
    setMenuOpen(false);
    if (isMenuOpen) menu.current?.focus();
  };
  useEffect(() => {
    const open = (): void => setMenuOpen(true);
    addEventListener('open-sidebar', open);
    return () => removeEventListener('open-sidebar', open);
  }, []);
  useNavigation(route, state, main, () => setMenuOpen(false));

  return (
    <AppContext.Provider value={state}>
      <a class="skip-link" href="#main" onClick={(event) => focusMain(event, main.current)}>
        Skip to the content
      </a>
      <header class="top-bar">
        <button
          ref={menu}
          type="button"
          class="icon-button menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} />
          <span class="visually-hidden">Methods</span>
        </button>
        <a class="brand" href="#/">
          <span class="brand-name">{api.title}</span>
          {api.version !== '' && <span class="version">{api.version}</span>}
        </a>
        {route.view === 'method' && (
          <button type="button" class="button try-link" onClick={focusForm}>
            Try it
          </button>
        )}
      </header>
      <aside id="sidebar" class={isMenuOpen ? 'sidebar open' : 'sidebar'} aria-label="Sidebar">
        <Sidebar onClose={closeMenu} />
      </aside>
      <main ref={main} id="main">
        <ErrorBoundary key={JSON.stringify(route)}>
          <View route={route} />
        </ErrorBoundary>
      </main>
    </AppContext.Provider>
  );
}

function focusMain(event: Event, main: HTMLElement | null): void {
  // The fragment of the URL is the link of the view.
  event.preventDefault();
  main?.querySelector<HTMLElement>('h1')?.focus();
}

/** Scrolls to the form and focuses it, so that screen readers follow. */
function focusForm(): void {
  const form = document.getElementById('try-it');
  form?.scrollIntoView();
  form?.focus({ preventScroll: true });
}

/** After the user has followed a link: fills in a linked batch, scrolls up, and sets the title. */
function useNavigation(
  route: Route,
  state: AppState,
  main: { readonly current: HTMLElement | null },
  onNavigate: () => void,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = titleOf(route, state);
    if (route.view === 'batch' && route.calls !== undefined) {
      state.batch.set(
        route.calls.map(({ id, params = '', isNotification = false }) =>
          createBatchItem({ methodId: id, params, isNotification }),
        ),
      );
      // A reload would undo later changes of the batch.
      globalThis.history.replaceState(null, '', '#/batch');
    }
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    onNavigate();
    scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [route]);
}

function titleOf(route: Route, { api }: AppState): string {
  const names = { overview: '', history: 'History', batch: 'Batch', method: '' };
  const name = route.view === 'method' ? route.id.slice(0, 200) : names[route.view];
  const title = `${api.title} ${api.version}`.trim();
  return name === '' ? title : `${name} · ${title}`;
}

function View({ route }: { readonly route: Route }): VNode {
  const { methods } = useApp();
  switch (route.view) {
    case 'overview':
      return <Overview />;
    case 'history':
      return <HistoryPage />;
    case 'batch':
      return <BatchPage />;
    case 'method': {
      const method = methods.get(route.id);
      if (method === undefined) return <UnknownMethod id={route.id} />;
      return (
        <MethodPage key={methodHash(route.id, route.call)} method={method} call={route.call} />
      );
    }
  }
}

function UnknownMethod({ id }: { readonly id: string }): VNode {
  return (
    <article class="narrow-page">
      <h1 tabIndex={-1}>Method not found</h1>
      <p>
        This API has no method <code>{id.slice(0, 200)}</code>. It may have been renamed or removed.
      </p>
      <p>
        <a href="#/">All methods</a>
      </p>
    </article>
  );
}
