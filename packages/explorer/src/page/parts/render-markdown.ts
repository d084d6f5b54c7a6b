import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { escapeHtml } from '../../escape-html.js';
import { safeUrl } from '../document/safe-url.js';

const MAX_LENGTH = 50_000;

const marked = new Marked({
  gfm: true,
  renderer: {
    // HTML is displayed as text.
    html: ({ text }) => (/^<br\s*\/?>\s*$/i.test(text) ? '<br>' : escapeHtml(text)),
    // The content security policy allows no images of other origins.
    image: ({ text, href }) => escapeHtml(text === '' ? href : text),
    link({ href, tokens }) {
      const url = safeUrl(href);
      const label = this.parser.parseInline(tokens);
      return url === undefined ? label : `<a href="${escapeHtml(url)}">${label}</a>`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // The page has its own headings above these.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

const ALLOWED_TAGS =
  'a blockquote br code del em h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul';

/** Renders Markdown as HTML that contains no scripts, no styles, and nothing to load. */
export function renderMarkdown(text: string): string {
  const source = text.slice(0, MAX_LENGTH);
  return DOMPurify.sanitize(toHtml(source), {
    ALLOWED_TAGS: ALLOWED_TAGS.split(' '),
    ALLOWED_ATTR: ['href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** A view renders all its texts at once. After this time, the page displays the source of the others. */
const MAX_MS = 500;
let spent = 0;

function toHtml(source: string): string {
  const plain = `<p>${escapeHtml(source)}</p>`;
  if (spent > MAX_MS) return plain;
  if (spent === 0) setTimeout(() => (spent = 0));
  const started = performance.now();
  try {
    return marked.parse(source, { async: false });
  } catch {
    // Nested too deeply.
    return plain;
  } finally {
    spent += performance.now() - started;
  }
}
