import type { VNode } from 'preact';
import { credentialsByServer } from '../call/request-headers.js';
import type { MethodGroup } from '../document/api-model.js';
import { Breakable } from '../parts/breakable.js';
import { HttpFields } from '../parts/http-fields.js';
import { Markdown } from '../parts/markdown.js';
import { useApp } from '../state/app-state.js';
import { methodHash } from '../state/route.js';
import { useStore } from '../state/store.js';

/** The first view: what the API is, how to authenticate, and all methods with their summaries. */
export function Overview(): VNode {
  const { api } = useApp();
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
      <Credentials />
      {api.groups.map((group) => (
        <GroupOverview key={`${group.entrypoint} ${group.title}`} group={group} />
      ))}
    </article>
  );
}

/** The overview shows the credentials of this many servers. The others are on the pages of their methods. */
const MAX_SERVERS = 10;
const MAX_CREDENTIALS = 10;

function Credentials(): VNode | null {
  const { api, servers } = useApp();
  const chosen = useStore(servers);
  const all = credentialsByServer(api.methods, chosen, location.origin).slice(0, MAX_SERVERS);
  if (all.length === 0) return null;
  return (
    <section class="panel">
      <h2>Credentials</h2>
      <p class="note">
        Enter credentials once. They stay in this tab, and are sent only to their server.
      </p>
      {all.map(({ url, inputs }) => (
        <div key={url}>
          {(all.length > 1 || url !== location.origin) && (
            <h3 class="panel-server">
              <code>{url}</code>
            </h3>
          )}
          <HttpFields url={url} inputs={inputs.slice(0, MAX_CREDENTIALS)} />
        </div>
      ))}
    </section>
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
