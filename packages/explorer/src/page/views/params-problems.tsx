import type { VNode } from 'preact';
import type { ParamsCheck } from './use-params-check.js';

/** The problems of the params. The user can send the params anyway, to see the server's response. */
export function ParamsProblems({ check }: { readonly check: ParamsCheck }): VNode {
  const { problems, syntax, skipped } = check;
  return (
    <div role="status" class="problems">
      {syntax !== undefined && <p class="problem">{syntax}</p>}
      {skipped !== undefined && <p class="note">Not validated. {skipped}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ path, message }) => (
            <li key={path + message} class="problem">
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
