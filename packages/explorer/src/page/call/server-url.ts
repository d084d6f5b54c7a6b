import type { MethodModel } from '../document/api-model.js';
import { httpUrl } from '../document/safe-url.js';

/** The URLs that the user has chosen, by the default that each one replaces. */
export type ChosenServers = Readonly<Record<string, string>>;

/** Returns the URL of a method in the document, or an empty string if the document has none. */
export function defaultUrl({ urls }: MethodModel): string {
  return urls[0] ?? '';
}

/** Returns the URL of a method: the one that the user has chosen, or the one in the document. */
export function serverUrl(method: MethodModel, chosen: ChosenServers): string {
  const url = defaultUrl(method);
  return chosen[url] ?? url;
}

/**
 * Returns the server that headers and credentials are entered for: an origin with a path. They are never
 * sent to another server. All methods on the page's own origin share them.
 */
export function serverOf(url: string, pageOrigin: string): string {
  const href = httpUrl(url);
  if (href === undefined) return '';
  const { origin, pathname } = new URL(href);
  return origin === pageOrigin ? origin : origin + pathname;
}

/** Returns why a URL can't be called from the page; undefined if it can. */
export function findUrlProblem(
  url: string,
  pageOrigin: string,
  origins: readonly string[],
): string | undefined {
  const href = httpUrl(url);
  if (href === undefined) {
    return url === ''
      ? 'The document lists no server. Pass its URL to jsonrpc-explorer with --server, or enter one that this page may call.'
      : 'Enter a URL that starts with http:// or https://.';
  }
  const { origin, username, password } = new URL(href);
  if (username !== '' || password !== '') return 'Enter a URL without user and password.';
  if (origin === pageOrigin || origins.includes(origin)) return undefined;
  return (
    `This page may not send calls to ${origin}. Add it to the servers of the document, or pass it to ` +
    `jsonrpc-explorer with --server. The content security policy of the page allows ${[pageOrigin, ...origins].join(', ')}.`
  );
}
