import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { readProblems } from '../call/read-problems.js';
import type { CallOutcome } from '../call/read-response.js';
import { JsonBlock } from '../parts/code-block.js';
import { Markdown } from '../parts/markdown.js';
import { errorTitle } from './describe-outcome.js';

/** The result, or the error with its name and when it occurs. Renders a large one once. */
export function OutcomeView({ outcome }: { readonly outcome: CallOutcome }): VNode {
  return useMemo(() => renderOutcome(outcome), [outcome]);
}

function renderOutcome(outcome: CallOutcome): VNode {
  switch (outcome.kind) {
    case 'result':
      return (
        <div class="outcome outcome-result">
          <h3>Result</h3>
          <JsonBlock label="Result" value={outcome.value} />
        </div>
      );
    case 'none':
      return (
        <div class="outcome">
          <p>{outcome.explanation}</p>
        </div>
      );
    case 'error':
      return <ErrorView error={outcome} />;
  }
}

function ErrorView({ error }: { readonly error: Extract<CallOutcome, { kind: 'error' }> }): VNode {
  const { declared, message, data, hasData } = error;
  const problems = readProblems(data);
  return (
    <div class="outcome outcome-error">
      <h3>{errorTitle(error)}</h3>
      {declared !== undefined && declared.name !== message && <p>{message}</p>}
      {declared === undefined && <p class="note">The document doesn’t declare this error.</p>}
      {declared?.when !== undefined && <Markdown text={declared.when} />}
      {problems.length > 0 && (
        <ul class="error-problems">
          {problems.map(({ loc, message: text }) => (
            <li key={loc.join('.') + text}>
              {loc.length > 0 && <code>{loc.join('.').slice(0, 200)}</code>} {text}
            </li>
          ))}
        </ul>
      )}
      {hasData && <JsonBlock label="Error data" value={data} />}
    </div>
  );
}
