import { readText } from '../call/read-text.js';
import type { ApiModel } from './api-model.js';
import { isObject, type JsonObject } from './json.js';
import { readDocument, readEntrypoints } from './read-document.js';
import type { DocumentSource } from './read-methods.js';
import { httpUrl } from './safe-url.js';

const MAX_BYTES = 30_000_000;

/**
 * Loads an OpenRPC document, and those of its entrypoints if there are several.
 *
 * @param base the URL that the links of the document are resolved against
 */
export async function loadDocument(url: string, base: string): Promise<ApiModel> {
  const root = await loadJson(url);
  if (!Array.isArray(root['methods'])) {
    throw new Error(`${url} is not an OpenRPC document: it has no list of methods.`);
  }
  return readDocument(root, await loadSources(root, base));
}

async function loadSources(root: JsonObject, url: string): Promise<readonly DocumentSource[]> {
  const links = readEntrypoints(root);
  const whole: DocumentSource = { root, url, entrypoints: links };
  if (links.length < 2) return [whole];
  try {
    return await Promise.all(
      links.map(async ({ name, path, url: link }) => {
        const own = httpUrl(link, url) ?? url;
        const entrypoints = [{ name, path }];
        // An entrypoint at the root has no own document.
        if (own === url) return { root: onlyOf(root, path), url, entrypoints };
        if (!isEntrypointDocument(own)) throw new Error('Not a document of this server');
        const ownRoot = await loadJson(own);
        return { root: ownRoot, url: own, entrypoints };
      }),
    );
  } catch {
    // The whole document has all methods, except those with the name of another.
    return [whole];
  }
}

/** Whether a link leads to a document of this server. The page loads no other address. */
function isEntrypointDocument(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.endsWith('/openrpc.json');
}

function onlyOf(root: JsonObject, path: string): JsonObject {
  const methods = (root['methods'] as readonly unknown[]).filter(
    (method) => isObject(method) && method['x-entrypoint'] === path,
  );
  return { ...root, methods };
}

async function loadJson(url: string): Promise<JsonObject> {
  const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`);
  const { text, isTruncated } = await readText(response, MAX_BYTES);
  if (isTruncated) throw new Error(`${url} is larger than 30 MB.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${url} is not JSON.`);
  }
  if (!isObject(json)) throw new Error(`${url} is not an OpenRPC document.`);
  return json;
}
