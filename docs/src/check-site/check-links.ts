import { htmlPage, type HtmlLink, type HtmlPage } from './html-page.js';
import type { SiteFiles } from './site-files.js';

/** What following the links of a site came to. */
export interface CheckedLinks {
  /** How many links within the site were followed. */
  readonly followed: number;
  /** Where the links lead that leave the site. Nobody visits them. */
  readonly hosts: readonly string[];
  readonly faults: readonly string[];
}

/** Stands for wherever the site is served. */
const ORIGIN = 'https://site.invalid';

/** The reader's own server, which the quick starts lead to. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

/**
 * Follows each link of a built site, to a page and to the heading on it.
 *
 * @param base the path below which the site is to be served: `/`
 */
export function checkLinks(files: SiteFiles, base: string): CheckedLinks {
  const pages = new Map<string, HtmlPage>();
  for (const [file, content] of files)
    if (file.endsWith('.html')) pages.set(file, htmlPage(content));
  const hosts = new Set<string>();
  const faults = new Set<string>();
  let followed = 0;

  for (const [file, { links }] of pages) {
    for (const link of links) {
      const url = new URL(link.url, `${ORIGIN}${base}${file}`);
      let fault: string | undefined;
      if (url.origin === ORIGIN) {
        followed += 1;
        fault = faultWithin(url, base, files, pages);
      } else {
        hosts.add(url.host);
        fault = faultOutside(url, link);
      }
      if (fault !== undefined) faults.add(`${file}: ${link.url} ${fault}`);
    }
  }
  for (const [file, content] of files) {
    if (file.endsWith('.css') && /url\(\s*['"]?(?:https?:)?\/\//.test(content)) {
      faults.add(`${file}: loads something from another host`);
    }
  }
  return { followed, hosts: [...hosts].toSorted(), faults: [...faults] };
}

function faultWithin(
  url: URL,
  base: string,
  files: SiteFiles,
  pages: ReadonlyMap<string, HtmlPage>,
): string | undefined {
  if (!url.pathname.startsWith(base)) return `is not below ${base}`;
  const path = decodeURIComponent(url.pathname.slice(base.length));
  const target = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!files.has(target)) return 'is not there';
  const heading = decodeURIComponent(url.hash.slice(1));
  if (heading === '' || pages.get(target)?.ids.has(heading) === true) return undefined;
  return 'names no heading there';
}

function faultOutside({ protocol, hostname }: URL, { element }: HtmlLink): string | undefined {
  if (element !== 'a') return `is loaded from another host by <${element}>`;
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) return undefined;
  return 'is neither https nor a server of the reader';
}
