/**
 * Opens an address as a browser would.
 *
 * @throws Error where it has no document or page
 */
export async function checkOpened(url: string): Promise<void> {
  const response = await open(url);
  const text = await response.text();
  if (url.endsWith('.json')) checkDocument(url, JSON.parse(text));
  else await checkPage(url, text);
}

async function open(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} is answered with ${response.status}`);
  return response;
}

/** The core has made the document valid; here it matters that it is that of this application. */
function checkDocument(url: string, document: unknown): void {
  const { openapi, openrpc, paths, methods } = document as Record<string, unknown>;
  const names = openapi
    ? Object.keys(paths as object).map((path) => path.replace(/^.*\//, ''))
    : (methods as readonly { readonly name: string }[]).map(({ name }) => name);
  const version = openapi ?? openrpc;
  if (typeof version !== 'string' || !['inStock', 'order'].every((name) => names.includes(name))) {
    throw new Error(`${url}: ${String(version)} with ${names.join(', ')}`);
  }
}

/** A page with everything that it loads. */
async function checkPage(url: string, html: string): Promise<void> {
  const links = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  if (links.length === 0) throw new Error(`${url} loads nothing:\n${html}`);
  for (const link of links) await open(new URL(link, url).href);
}
