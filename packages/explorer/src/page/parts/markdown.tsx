import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { renderMarkdown } from './render-markdown.js';

interface MarkdownProps {
  readonly text: string;
}

/** A text of the document. Links open in a new tab and send no referrer. */
export function Markdown({ text }: MarkdownProps): VNode {
  const html = useMemo(() => renderMarkdown(text), [text]);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const link of container.current?.querySelectorAll('a') ?? []) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    }
    for (const table of container.current?.querySelectorAll('table, pre') ?? []) {
      table.setAttribute('tabindex', '0');
    }
  }, [html]);
  return <div ref={container} class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
