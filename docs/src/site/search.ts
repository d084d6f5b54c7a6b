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
 * compare or prove. A guide covers more of its subject than the tutorial does. The table of log messages is so long that
 * a message from a log would find shorter sections first. VitePress copies the source of this function to the browser.
 */
export function sectionWeight(id: string): number {
  if (/logs(?:\.html)?#all-messages/.test(id)) return 1.2;
  if (/(?:reference|rules)\//.test(id)) return 0.15;
  if (/coming-from|tutorial\//.test(id)) return 0.6;
  return /comparison|conformance|benchmarks|glossary|threat-model|vulnerabilities|stability/.test(
    id,
  )
    ? 0.3
    : 1;
}

/**
 * Returns a searched word as the index contains it, or null if nearly every section contains it: "how do I cancel a
 * call?" is a search for "cancel call". VitePress copies the source of this function to the browser.
 */
export function searchedWord(word: string): string | null {
  const inEverySection =
    /^(?:an?|the|is|are|was|be|am|do|does|did|can|could|should|would|will|how|what|when|where|which|who|why|if|i|my|we|our|you|your|its?|this|that|there|to|of|in|on|at|by|for|from|with|and|or|have|has|happens?)$/i;
  return inEverySection.test(word) ? null : word.toLowerCase();
}
