import type { VNode } from 'preact';
import type { ParamsCheck } from './use-params-check.js';

/** What is wrong with the params. They can be sent anyway, to see what the server says. */
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
