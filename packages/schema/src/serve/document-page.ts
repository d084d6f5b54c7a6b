import type { HttpResponse, HttpRequest, PageRoute } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core/description';
import { answerWithContent, type PageContent } from '../page/page-content.js';
import { textContent } from '../page/text-content.js';
import type { DocumentCache } from './document-cache.js';

/**
 * The page of a document. Where it can't be generated the answer is 500; why is in the log, once.
 */
export function documentPage(
  path: string,
  cache: DocumentCache,
  { logger }: Pick<Api, 'logger'>,
): PageRoute {
  let of: unknown;
  let content: Promise<PageContent | undefined> = Promise.resolve(undefined);
  return {
    path,
    handle: async (request: HttpRequest): Promise<HttpResponse> => {
      const generated = cache.get();
      if (generated !== of) {
        of = generated;
        if (!generated.ok) logger.error({ err: generated.error }, `Can't generate ${path}`);
        content = generated.ok ? contentOf(generated.text) : Promise.resolve(undefined);
      }
      const made = await content;
      return made === undefined ? cannotBeGenerated() : answerWithContent(request, made);
    },
  };
}

function contentOf(text: string): Promise<PageContent> {
  return textContent(text, { contentType: 'application/json' });
}

function cannotBeGenerated(): HttpResponse {
  return {
    status: 500,
    body: JSON.stringify({ detail: 'Internal Server Error' }),
    contentType: 'application/json',
    headers: undefined,
    onSent: undefined,
  };
}
