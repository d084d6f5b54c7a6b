import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { findTokens, tokenInputs } from '../call/find-tokens.js';
import { credentialsByServer } from '../call/request-headers.js';
import { serverOf } from '../call/server-url.js';
import type { MethodModel } from '../document/api-model.js';
import { useApp, useServerValues } from '../state/app-state.js';
import { useStore } from '../state/store.js';

interface TokenOfferProps {
  readonly method: MethodModel;
  readonly url: string;
  readonly result: unknown;
}

/** Enters a token of a result as a credential of the same server. */
export function TokenOffer({ method, url, result }: TokenOfferProps): VNode | null {
  const { api, servers } = useApp();
  const chosen = useStore(servers);
  const { enter } = useServerValues(url);
  const [used, setUsed] = useState<string>();
  const tokens = findTokens(method.name, result);
  if (tokens.length === 0) return null;
  const server = serverOf(url, location.origin);
  const all = credentialsByServer(api.methods, chosen, location.origin);
  const inputs = tokenInputs(all.find((one) => one.url === server)?.inputs ?? []);
  if (inputs.length === 0) return null;
  return (
    <div class="token-offer">
      {tokens.flatMap(({ path, value }) =>
        inputs.map(({ key, name }) => (
          <button
            key={`${path} ${key}`}
            type="button"
            class="button"
            onClick={() => {
              enter(key, value);
              setUsed(name);
            }}
          >
            Use {path === '' ? 'the result' : path} as {name}
          </button>
        )),
      )}
      <span role="status">{used === undefined ? '' : `Entered as ${used}`}</span>
    </div>
  );
}
