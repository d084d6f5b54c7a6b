import type { VNode } from 'preact';
import { combineInputs } from '../call/request-headers.js';
import type { MethodGroup } from '../document/api-model.js';
import { Breakable } from '../parts/breakable.js';
import { HttpFields } from '../parts/http-fields.js';
import { Markdown } from '../parts/markdown.js';
import { useApp } from '../state/app-state.js';
import { methodHash } from '../state/route.js';

/** The first view: what the API is, how to authenticate, and all methods with their summaries. */
export function Overview(): VNode {
  const { api } = useApp();
  const credentials = combineInputs(api.methods.map(({ inputs }) => inputs)).filter(
    ({ isCredential }) => isCredential,
  );
  return (
    <article class="overview">
      <h1 tabIndex={-1}>
        {api.title} {api.version !== '' && <span class="version">{api.version}</span>}
      </h1>
      {api.description !== undefined && <Markdown text={api.description} />}
      {api.notices.map((notice) => (
        <p key={notice} class="notice">
          {notice}
        </p>
      ))}
      {credentials.length > 0 && (
        <section class="panel">
          <h2>Credentials</h2>
          <p class="note">Enter them once. They stay in this tab, and every call sends them.</p>
          <HttpFields inputs={credentials} />
        </section>
      )}
      {api.groups.map((group) => (
        <GroupOverview key={`${group.entrypoint} ${group.title}`} group={group} />
      ))}
    </article>
  );
}

function GroupOverview({ group }: { readonly group: MethodGroup }): VNode {
  const { title, entrypoint, description, methods } = group;
  return (
    <section class="group-overview">
      <h2>
        {title}
        {entrypoint !== undefined && entrypoint !== title && (
          <span class="group-entrypoint">{entrypoint}</span>
        )}
      </h2>
      {description !== undefined && <Markdown text={description} />}
      <ul>
        {methods.map(({ id, name, summary, deprecated }) => (
          <li key={id}>
            <a href={methodHash(id)} class={deprecated ? 'deprecated' : ''}>
              <code>
                <Breakable text={name} />
              </code>
            </a>
            {deprecated && <span class="badge badge-warning">deprecated</span>}
            <span class="group-summary">{summary === name ? '' : summary}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
