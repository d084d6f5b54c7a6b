import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { formatJson } from '../document/json.js';
import { CopyButton } from './copy-button.js';
import { jsonTokens } from './json-tokens.js';

/** The page displays only this many characters. The copy button copies all. */
const MAX_DISPLAYED = 200_000;

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly isJson?: boolean;
}

/** Code that can be copied. */
export function CodeBlock({ label, text, isJson = false }: CodeBlockProps): VNode {
  const code = useRef<HTMLElement>(null);
  const isTruncated = text.length > MAX_DISPLAYED;
  const displayed = isTruncated ? text.slice(0, MAX_DISPLAYED) : text;
  return (
    <div class="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code ref={code}>{isJson ? <JsonText text={displayed} /> : displayed}</code>
      </pre>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} source={code} />
      {isTruncated && (
        <p class="note">Only the first 200,000 characters. Copy the text to see the rest.</p>
      )}
    </div>
  );
}

/** A JSON value on as many lines as it needs. */
export function JsonBlock({
  label,
  value,
}: {
  readonly label: string;
  readonly value: unknown;
}): VNode {
  return <CodeBlock label={label} text={formatJson(value)} isJson />;
}

function JsonText({ text }: { readonly text: string }): VNode {
  return (
    <>
      {jsonTokens(text).map(([kind, part]) =>
        kind === '' ? part : <span class={`json-${kind}`}>{part}</span>,
      )}
    </>
  );
}
