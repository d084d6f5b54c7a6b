import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageSource } from './page-source.js';
import { REFERENCE, siteMap } from './site-map.js';

/** What stands beside the pages: the guide everywhere, and the list of doors beside the reference. */
export function sidebar(folder: string): DefaultTheme.SidebarMulti {
  return {
    [`/${REFERENCE}`]: [
      { text: 'Reference', link: `/${REFERENCE}`, items: referenceItems(folder) },
    ],
    '/': [
      ...siteMap.map(({ title, pages }) => ({
        text: title,
        items: pages.map((name) => ({
          text: pageSource(folder, name).title,
          link: `/${name.replace(/index$/, '')}`,
        })),
      })),
      { text: 'Reference', link: `/${REFERENCE}` },
    ],
  };
}

/** Written beside the pages by `npm run reference`. */
function referenceItems(folder: string): DefaultTheme.SidebarItem[] {
  const file = join(folder, REFERENCE, 'sidebar.json');
  if (!existsSync(file)) throw new Error(`${file} is not there: \`npm run reference\` writes it`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
