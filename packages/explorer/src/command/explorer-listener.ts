import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { explorerAssets } from '../explorer-assets.js';
import { explorerHtml, explorerPolicy } from '../explorer-html.js';
import { documentOrigins, type OpenRpcSource } from './open-rpc-source.js';

/**
 * Creates a listener for `node:http` that serves the page for one OpenRPC document on this machine. The
 * page may call the servers that the document lists. A request with another `Host` than this machine gets
 * 421. Otherwise a site whose name resolves to this machine (DNS rebinding) could read the document.
 */
export function explorerListener(source: OpenRpcSource): RequestListener {
  const origins = documentOrigins(source);
  const html = explorerHtml({
    title: source.title,
    openrpcUrl: documentUrl(source),
    assetsUrl: './',
    // Relative servers can't be resolved against a file on this machine.
    baseUrl: source.url ?? 'about:blank',
    origins,
  });
  const policy = explorerPolicy(origins);
  return (request, response) => {
    void respond(request).then(
      ({ status, contentType, text }) => {
        response.writeHead(status, {
          'content-type': contentType,
          'content-security-policy': policy,
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
        response.end(request.method === 'HEAD' ? undefined : text);
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  };

  async function respond({ headers, url = '/' }: IncomingMessage): Promise<Served> {
    if (!LOCAL_HOST.test(headers.host ?? '')) {
      return { status: 421, contentType: 'text/plain', text: 'Misdirected Request' };
    }
    const path = url.replace(/[?#].*$/s, '');
    if (path === '/') return { status: 200, contentType: 'text/html; charset=utf-8', text: html };
    if (path === '/openrpc.json') {
      return { status: 200, contentType: 'application/json', text: source.text };
    }
    const asset = explorerAssets.find(({ name }) => path === `/${name}`);
    if (asset === undefined) return { status: 404, contentType: 'text/plain', text: 'Not Found' };
    return { status: 200, contentType: asset.contentType, text: (await asset.load()).text };
  }
}

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * The tab keeps credentials, the history and chosen servers by the URL of the document. Another document
 * on the same port must not get them.
 */
function documentUrl({ text, url }: OpenRpcSource): string {
  const hash = createHash('sha256').update(url ?? text);
  return `./openrpc.json?source=${hash.digest('base64url')}`;
}

interface Served {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}
