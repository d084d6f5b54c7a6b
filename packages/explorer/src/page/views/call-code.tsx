import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type CopySource, toCurl, toFetch, toMcp, toTypedClient } from '../copy/copy-call.js';
import { CodeBlock } from '../parts/code-block.js';
import { Segments } from './segments.js';

const FORMS = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['client', 'Client'],
  ['mcp', 'MCP'],
] as const;

type Form = (typeof FORMS)[number][0];

const NAMES: Readonly<Record<Form, string>> = {
  curl: 'curl command',
  fetch: 'fetch call',
  client: 'typed client call',
  mcp: 'MCP tool call',
};

/** The call as code, to copy it into a program. */
export function CallCode({ source }: { readonly source: CopySource }): VNode {
  const [form, setForm] = useState<Form>('curl');
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="call-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Copy as code</summary>
      {isOpen && (
        <>
          <Segments label="Form of the code" value={form} options={FORMS} onChange={setForm} />
          <CodeBlock label={NAMES[form]} text={write(form, source)} isJson={form === 'mcp'} />
        </>
      )}
    </details>
  );
}

function write(form: Form, source: CopySource): string {
  switch (form) {
    case 'curl':
      return toCurl(source.http);
    case 'fetch':
      return toFetch(source.http);
    case 'client':
      return toTypedClient(source);
    case 'mcp':
      return toMcp(source);
  }
}
