import type { ErrorSite } from './error-sites.js';

/** Whether a page has a line, or several, with the texts of a message in their order. */
export function standsOn(page: string, { texts }: Pick<ErrorSite, 'texts'>): boolean {
  const pattern = texts.map(escaped).join('.+?');
  return new RegExp(pattern).test(page);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
