import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MethodGroup, MethodModel } from '../document/api-model.js';
import { Breakable } from '../parts/breakable.js';
import { Icon } from '../parts/icon.js';
import { useApp } from '../state/app-state.js';
import { methodHash } from '../state/route.js';
import { searchMethods } from '../state/search-methods.js';
import { useStore } from '../state/store.js';
import { moveFocus } from './move-focus.js';

/** The list of all methods, by entrypoint and tag, with a search. Escape clears the search, then closes. */
export function Sidebar({ onClose }: { readonly onClose: () => void }): VNode {
  const { api, batch, history, route } = useApp();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLElement>(null);
  const search = useSearchShortcut();
  const groups = searchMethods(api.groups, query);
  const { view } = useStore(route);
  const batchSize = useStore(batch).length;
  const callCount = useStore(history).length;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.current === null || search.current === null) return;
    if (event.key === 'Escape') {
      if (query === '') onClose();
      setQuery('');
    } else if (event.key === 'Enter' && event.target === search.current) {
      list.current.querySelector<HTMLElement>('a.method-link')?.click();
    } else if (!moveFocus(event, search.current, list.current)) return;
    event.preventDefault();
  };

  return (
    <div class="sidebar-content" onKeyDown={onKeyDown}>
      <div class="search">
        <Icon name="search" />
        <input
          ref={search}
          type="search"
          aria-label="Search methods"
          placeholder="Search methods"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <nav ref={list} aria-label="Methods">
        <ul class="page-links">
          <PageLink href="#/" label="Overview" isCurrent={view === 'overview'} />
          <PageLink href="#/batch" label="Batch" count={batchSize} isCurrent={view === 'batch'} />
          <PageLink
            href="#/history"
            label="History"
            count={callCount}
            isCurrent={view === 'history'}
          />
        </ul>
        <Groups groups={groups} />
        {groups.length === 0 && (
          <p class="empty-note">
            {query === '' ? 'The document has no methods.' : `No method matches “${query}”.`}
          </p>
        )}
      </nav>
    </div>
  );
}

/** Focuses the search on `/` and on Ctrl+K or ⌘K. */
function useSearchShortcut(): { readonly current: HTMLInputElement | null } {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const target = event.composedPath()[0];
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
      const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey;
      if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      dispatchEvent(new Event('open-sidebar'));
      search.current?.focus();
      search.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return search;
}

interface PageLinkProps {
  readonly href: string;
  readonly label: string;
  readonly count?: number;
  readonly isCurrent: boolean;
}

function PageLink({ href, label, count = 0, isCurrent }: PageLinkProps): VNode {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {label}
        {count > 0 && <span class="count">{count}</span>}
      </a>
    </li>
  );
}

function Groups({ groups }: { readonly groups: readonly MethodGroup[] }): VNode {
  return (
    <>
      {groups.map(({ title, entrypoint, methods }, index) => (
        <section key={`${entrypoint} ${title}`} class="method-group">
          {entrypoint !== undefined && entrypoint !== groups[index - 1]?.entrypoint && (
            <p class="entrypoint-name">{entrypoint}</p>
          )}
          {title !== entrypoint && <h2>{title}</h2>}
          <ul>
            {methods.map((method) => (
              <MethodLink key={method.id} method={method} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function MethodLink({ method }: { readonly method: MethodModel }): VNode {
  const route = useStore(useApp().route);
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = route.view === 'method' && route.id === method.id;
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li>
      <a
        ref={link}
        class={method.deprecated ? 'method-link deprecated' : 'method-link'}
        href={methodHash(method.id)}
        title={method.summary ?? method.name}
        data-method={method.name}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span>
          <Breakable text={method.name} />
        </span>
        {method.deprecated && <span class="visually-hidden"> (deprecated)</span>}
      </a>
    </li>
  );
}
