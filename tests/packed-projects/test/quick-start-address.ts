/**
 * Opens an address as a browser would, with the assets of a page.
 *
 * @throws Error if the address has neither the schema of the shop nor a page
 */
export async function checkAddress(url: string): Promise<void> {
  const response = await open(url);
  const text = await response.text();
  if (url.endsWith('.json')) checkSchema(url, JSON.parse(text));
  else await checkPage(url, text);
}

async function open(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responds with ${response.status}`);
  return response;
}

/** Checks that the schema is that of the application. Other tests check that schemas are valid. */
function checkSchema(url: string, schema: unknown): void {
  const { openapi, openrpc, paths, methods } = schema as Record<string, unknown>;
  const names = openapi
    ? Object.keys(paths as object).map((path) => path.replace(/^.*\//, ''))
    : (methods as readonly { readonly name: string }[]).map(({ name }) => name);
  const version = openapi ?? openrpc;
  if (typeof version !== 'string' || !['inStock', 'order'].every((name) => names.includes(name))) {
    throw new Error(
      `${url} is not the schema of the shop. Its version is ${String(version)}, ` +
        `and its methods are ${names.join(', ')}.`,
    );
  }
}

/** Checks that every asset of the page loads. */
async function checkPage(url: string, html: string): Promise<void> {
  const links = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  if (links.length === 0) throw new Error(`${url} loads nothing:\n${html}`);
  for (const link of links) await open(new URL(link, url).href);
}
