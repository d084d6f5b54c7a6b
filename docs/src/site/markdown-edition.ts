import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** A relative link to a page. */
const LINK = /(?<=\]\()(?![a-z]+:|\/)[^()\s#]+\.md(?=[#)])/g;

/** Returns where the Markdown of a page is: that of a folder, `start/index.md`, is `start.md`. */
const placeOf = (page: string): string => page.replace(/\/index\.md$/, '.md');

/** Returns the Markdown of a page with links to the places of other pages. */
export function withPlacedLinks(page: string, markdown: string): string {
  const folder = posix.dirname(placeOf(page));
  return markdown.replace(LINK, (path) =>
    posix.relative(folder, placeOf(posix.join(posix.dirname(page), path))),
  );
}

/**
 * Corrects the links in the Markdown files of a built site.
 *
 * @throws Error if one leads nowhere
 */
export function placeLinks(site: string, pages: readonly string[]): void {
  for (const page of pages) {
    const file = join(site, placeOf(page));
    const markdown = withPlacedLinks(page, readFileSync(file, 'utf8'));
    for (const [path] of markdown.matchAll(LINK)) {
      if (!existsSync(join(dirname(file), path)))
        throw new Error(`${file}: the link to ${path} leads nowhere`);
    }
    writeFileSync(file, markdown);
  }
}
