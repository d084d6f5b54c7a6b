import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageSource, type PageSource } from './page-source.js';
import { HOME, REFERENCE, siteMap } from './site-map.js';

/** A section of the overview. */
interface LlmsSection {
  readonly title: string;
  readonly pages: readonly PageSource[];
}

/** All pages by section, as llms.txt has them. The reference is optional reading there. */
function llmsSections(folder: string): readonly LlmsSection[] {
  const reference = readdirSync(join(folder, REFERENCE))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${REFERENCE}${file.replace(/\.md$/, '')}`)
    .toSorted();
  return [...siteMap, { title: 'Optional', pages: reference }].map(({ title, pages }) => ({
    title,
    pages: pages.map((name) => pageSource(folder, name)),
  }));
}

/** The overview in the form of llmstxt.org: a title, a summary, and links with a line each. */
export function llmsTxt(home: PageSource, sections: readonly LlmsSection[], base: string): string {
  const lists = sections.map(({ title, pages }) => {
    const links = pages.map(
      (page) => `- [${page.title}](${base}${page.name}.md): ${page.description}`,
    );
    return `## ${title}\n\n${links.join('\n')}\n`;
  });
  return [`# ${home.title}\n`, `> ${home.description}\n`, ...lists].join('\n');
}

/** Every page one after the other, each with its address. */
export function llmsFullTxt(pages: readonly PageSource[], base: string): string {
  return pages
    .map(({ name, markdown }) => `---\nurl: ${base}${name}.md\n---\n\n${markdown}`)
    .join('\n');
}

/**
 * Writes `llms.txt`, `llms-full.txt` and the Markdown of each page to the site.
 *
 * @param folder that of the pages
 */
export function writeLlms(folder: string, site: string, base: string): void {
  const home = pageSource(folder, HOME);
  const sections = llmsSections(folder);
  const pages = [home, ...sections.flatMap((section) => section.pages)];
  writeFileSync(join(site, 'llms.txt'), llmsTxt(home, sections, base));
  writeFileSync(join(site, 'llms-full.txt'), llmsFullTxt(pages, base));
  for (const { name, markdown } of pages) {
    const file = join(site, `${name}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdown);
  }
}
