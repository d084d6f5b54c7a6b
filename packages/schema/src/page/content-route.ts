import type { HttpResponse, MaybePromise, PageRoute } from '@jsonrpc-kit/core/adapter';
import { answerWithContent, type PageContent } from './page-content.js';

/** A page whose content is loaded when it is first asked for, and kept. */
export function contentRoute(path: string, load: () => Promise<PageContent>): PageRoute {
  let content: PageContent | undefined;
  return {
    path,
    handle: (request): MaybePromise<HttpResponse> => {
      if (content !== undefined) return answerWithContent(request, content);
      return load().then(
        (loaded) => answerWithContent(request, (content = loaded)),
        () => cannotLoad(path),
      );
    },
  };
}

/** An import that finds nothing is what is left of a package that was bundled in part. */
function cannotLoad(path: string): HttpResponse {
  const detail =
    `The content of ${path} was not found in the installed @jsonrpc-kit/schema. Where the server ` +
    'is bundled, keep the package external, or have the bundler put its import() calls into the ' +
    'bundle too';
  const body = JSON.stringify({ detail });
  return {
    status: 500,
    body,
    contentType: 'application/json',
    headers: undefined,
    onSent: undefined,
  };
}
