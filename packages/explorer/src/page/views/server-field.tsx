import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { defaultUrl } from '../call/server-url.js';
import type { MethodModel } from '../document/api-model.js';
import { useApp } from '../state/app-state.js';

interface ServerFieldProps {
  readonly method: MethodModel;
  readonly url: string;
  readonly problem: string | undefined;
}

/** The URL of the call. The user can change it for all methods with the same default. */
export function ServerField({ method, url, problem }: ServerFieldProps): VNode {
  const { servers } = useApp();
  const [isEditing, setEditing] = useState(false);
  const id = useId();
  const choose = (next: string): void => {
    const { [defaultUrl(method)]: _, ...others } = servers.get();
    // Without a choice, the default of the document applies again.
    servers.set(next === '' ? others : { ...others, [defaultUrl(method)]: next });
  };
  if (!isEditing && problem === undefined) {
    return (
      <p class="server">
        <span class="verb">POST</span> <code>{displayUrl(url)}</code>
        <button type="button" class="link-button" onClick={() => setEditing(true)}>
          Change<span class="visually-hidden"> server</span>
        </button>
      </p>
    );
  }
  return (
    <div class="field">
      <label for={id}>Server</label>
      <input
        id={id}
        type="url"
        value={url}
        list={`${id}-urls`}
        placeholder="https://"
        spellcheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={(event) => choose(event.currentTarget.value)}
      />
      <datalist id={`${id}-urls`}>
        {method.urls.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <p id={`${id}-problem`} class="problem">
        {problem}
      </p>
    </div>
  );
}

/** Returns a URL without the origin of the page, which the address bar shows. */
function displayUrl(url: string): string {
  return url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url;
}
