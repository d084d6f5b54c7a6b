import { HOME, REFERENCE, siteMap } from '../site/site-map.js';
import type { SiteFiles } from './site-files.js';

/** What is wrong with the list of pages, one sentence each. */
export function checkPages(files: SiteFiles, base: string): readonly string[] {
  const listed = [HOME, ...siteMap.flatMap(({ pages }) => pages)];
  const pages = [...files.keys()]
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => file.replace(/\.html$/, ''));
  const faults: string[] = [];

  for (const name of listed) if (!pages.includes(name)) faults.push(`${name} is not in the site`);
  for (const name of pages) {
    if (!listed.includes(name) && !name.startsWith(REFERENCE)) {
      faults.push(`${name} is in no section: docs/src/site/site-map.ts has them`);
    }
    if (files.get(`${name}.html`)?.includes('<!--@include') === true) {
      faults.push(`${name} includes what is not there`);
    }
    if (!files.has(`${name}.md`)) faults.push(`${name}.md is not in the site`);
    if (name !== HOME && files.get('llms.txt')?.includes(`](${base}${name}.md)`) !== true) {
      faults.push(`${name} is not in llms.txt`);
    }
    if (files.get('llms-full.txt')?.includes(`\nurl: ${base}${name}.md\n`) !== true) {
      faults.push(`${name} is not in llms-full.txt`);
    }
  }
  return faults;
}
