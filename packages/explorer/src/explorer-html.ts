import { escapeHtml } from './escape-html.js';

/** Options of {@link explorerHtml}. */
export interface ExplorerHtmlOptions {
  /** The title of the page while it loads. */
  readonly title: string;
  /** The URL of the OpenRPC document. A relative one is resolved against the URL of the page. */
  readonly openrpcUrl: string;
  /** The URL that relative servers of the document are resolved against. Default: `openrpcUrl`. */
  readonly baseUrl?: string | undefined;
  /** The URL below which the server serves the assets, with a trailing slash. */
  readonly assetsUrl: string;
  /** The other origins to which the page may send calls. Default: none. */
  readonly origins?: readonly string[] | undefined;
}

/**
 * Renders the HTML of the page. It has no inline scripts and no inline styles. Send it with
 * {@link explorerPolicy} and the same `origins`.
 */
export function explorerHtml(options: ExplorerHtmlOptions): string {
  const title = escapeHtml(options.title);
  const asset = (name: string): string => escapeHtml(`${options.assetsUrl}${name}`);
  const attributes = [
    `data-openrpc="${escapeHtml(options.openrpcUrl)}"`,
    ...(options.baseUrl === undefined ? [] : [`data-base="${escapeHtml(options.baseUrl)}"`]),
    `data-origins="${escapeHtml((options.origins ?? []).join(' '))}"`,
  ].join(' ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}" />
    <link rel="stylesheet" href="${asset('explorer.css')}" />
    <script type="module" src="${asset('explorer.js')}"></script>
  </head>
  <body>
    <div id="explorer" ${attributes}>
      <main class="loading">
        <h1>${title}</h1>
        <p class="note">Loading the API schema…</p>
        <noscript>
          <p>
            This page needs JavaScript. <a href="${escapeHtml(options.openrpcUrl)}">The OpenRPC
            document</a> doesn’t.
          </p>
        </noscript>
      </main>
    </div>
  </body>
</html>
`;
}

/**
 * Returns the content security policy of the page. It allows nothing but the page's own files, and
 * calls to its own origin and to the given ones. Frames are forbidden, so that no other site can trick
 * a user into sending a call.
 *
 * @throws TypeError for a text that isn't an origin, such as a URL with a path
 */
export function explorerPolicy(origins: readonly string[] = []): string {
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      throw new TypeError(
        `explorerPolicy(): ${JSON.stringify(origin)} is not an origin. Pass one such as ` +
          '"https://api.example.com", without a path.',
      );
    }
  }
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...origins].join(' ')}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Whether a text is an origin of HTTP that a content security policy can contain. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.\-:[\]]+$/.test(text);
}
