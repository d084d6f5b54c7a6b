/**
 * Returns the Markdown of a page that is searched: its headings and its prose. The first section is also found by the
 * words of the page's description and keywords.
 */
export function searchableMarkdown(page: string): string {
  // Highlighted code enlarges the index and slows its build.
  const prose = page.replaceAll(/^```.*?^```/gms, '');
  const words = [...prose.matchAll(/^(?:description|keywords): (?<words>.+)$/gm)];
  const found = words.map(({ groups }) => groups?.['words']).join(' ');
  return prose.replace(/^# .+$/m, (title) => `${title}\n\n${found}\n`);
}

/**
 * Returns the weight of a section in the search: guides are found before the API reference, and before pages that
 * compare or prove. A guide covers more of its subject than the tutorial does. VitePress copies the source of this function to the browser.
 */
export function sectionWeight(id: string): number {
  if (/(?:reference|rules)\//.test(id)) return 0.15;
  if (/coming-from|tutorial\//.test(id)) return 0.6;
  return /comparison|conformance|benchmarks|glossary|threat-model|vulnerabilities|stability/.test(
    id,
  )
    ? 0.3
    : 1;
}
