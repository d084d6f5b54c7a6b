import type { HeadConfig } from 'vitepress';

/** A page of the site, as VitePress knows it. */
interface Page {
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the elements by which chats and networks show a link to a page (https://ogp.me). A picture needs an
 * absolute URL, so it's left out while the address of the site is unknown.
 *
 * @param site the URL of the site, such as `https://example.org/jsonrpc-kit/`
 */
export function openGraph({ title, description }: Page, site: string | undefined): HeadConfig[] {
  const properties = { type: 'website', site_name: 'jsonrpc-kit', title, description };
  const elements = Object.entries(properties).map(([name, content]) => property(name, content));
  if (site === undefined) return elements;
  return [
    ...elements,
    property('image', new URL('open-graph.png', site).href),
    property('image:width', '1200'),
    property('image:height', '630'),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ];
}

const property = (name: string, content: string): HeadConfig => [
  'meta',
  { property: `og:${name}`, content },
];
