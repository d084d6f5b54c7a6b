import { Parser } from 'htmlparser2';

/** Where a page points to. */
export interface HtmlLink {
  /** The element that does: `a` leads a reader there, any other loads it. */
  readonly element: string;
  readonly url: string;
}

/** What the links of a site are checked by. */
export interface HtmlPage {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly HtmlLink[];
}

/** Reads where a page points to, and where others may point to in it. */
export function htmlPage(html: string): HtmlPage {
  const ids = new Set<string>();
  const links: HtmlLink[] = [];
  const parser = new Parser({
    onopentag(element, { id, href, src }) {
      if (id !== undefined) ids.add(id);
      for (const url of [href, src]) if (url !== undefined) links.push({ element, url });
    },
  });
  parser.end(html);
  return { ids, links };
}
