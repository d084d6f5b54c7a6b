/**
 * Opens an address as a browser would, with the assets of its page.
 *
 * @throws Error if the page or an asset doesn't load
 */
export async function checkAddress(url: string): Promise<void> {
  const response = await open(url);
  await checkPage(url, await response.text());
}

async function open(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responds with ${response.status}`);
  return response;
}

/** Checks that every asset of the page loads. */
async function checkPage(url: string, html: string): Promise<void> {
  const links = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  if (links.length === 0) throw new Error(`${url} loads nothing:\n${html}`);
  for (const link of links) await open(new URL(link, url).href);
}
