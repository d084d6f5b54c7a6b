import type { VNode } from 'preact';
import { useApp } from '../state/app-state.js';
import type { HistoryEntry } from '../state/history.js';
import { parseJson } from '../document/json.js';
import { methodHash } from '../state/route.js';
import { useStore } from '../state/store.js';
import { formatDuration } from './describe-outcome.js';

/** The calls of this tab, the latest first. */
export function HistoryPage(): VNode {
  const { history } = useApp();
  const entries = useStore(history);
  return (
    <article class="narrow-page">
      <div class="page-head">
        <h1 tabIndex={-1}>History</h1>
        {entries.length > 0 && (
          <button type="button" class="button" onClick={() => history.set([])}>
            Clear
          </button>
        )}
      </div>
      <p class="note">The last 50 calls of this tab, without headers and credentials.</p>
      {entries.length === 0 ? (
        <p class="empty-note">No calls yet. Open a method and send one.</p>
      ) : (
        <ul class="history">
          {entries.map((entry) => (
            <HistoryRow key={`${entry.at} ${entry.methodId}`} entry={entry} />
          ))}
        </ul>
      )}
    </article>
  );
}

function HistoryRow({ entry }: { readonly entry: HistoryEntry }): VNode {
  const { at, kind, methodId, params, outcome, isError, status, milliseconds } = entry;
  return (
    <li>
      <a href={linkOf(entry)}>
        <span class="history-name">
          <code>{methodId}</code>
          {kind !== 'call' && <span class="badge">{kind}</span>}
        </span>
        <span class="history-params">{kind === 'batch' ? '' : compact(params)}</span>
        <span class="history-outcome">
          <span class={isError ? 'text-danger' : 'text-success'}>{outcome}</span>
          <span>{status ?? ''}</span>
          <span>{milliseconds === undefined ? '' : formatDuration(milliseconds)}</span>
          <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
        </span>
      </a>
    </li>
  );
}

function linkOf({ kind, methodId, params }: HistoryEntry): string {
  // The calls of a large batch are not kept.
  if (kind === 'batch') return params.startsWith('#/batch?') ? params : '#/batch';
  const text = params === '' ? undefined : params;
  return methodHash(methodId, { params: text, isNotification: kind === 'notification' });
}

function compact(text: string): string {
  const json = parseJson(text);
  return (json === undefined ? text : JSON.stringify(json)).slice(0, 200);
}
