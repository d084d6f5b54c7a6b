import type { EnteredValues } from '../call/request-headers.js';
import type { MethodModel } from '../document/api-model.js';
import { httpUrl } from '../document/safe-url.js';

/** The URL of a method: the one that the user has chosen for its entrypoint, or the default. */
export function serverUrl({ urls, entrypoint }: MethodModel, chosen: EnteredValues): string {
  return chosen[entrypoint.path] ?? urls[0] ?? '';
}

/** Returns why a URL can't be called from the page; undefined if it can. */
export function findUrlProblem(
  url: string,
  pageOrigin: string,
  origins: readonly string[] | undefined,
): string | undefined {
  const href = httpUrl(url);
  if (href === undefined) {
    return url === ''
      ? 'The document names no server. Enter the URL of one.'
      : 'Enter a URL that starts with http:// or https://.';
  }
  const { origin } = new URL(href);
  if (origin === pageOrigin || origins === undefined || origins.includes(origin)) return undefined;
  return `This page may not send calls to ${origin}. Its content security policy allows ${[pageOrigin, ...origins].join(', ')}.`;
}
