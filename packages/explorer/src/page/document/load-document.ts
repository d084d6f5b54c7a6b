import { isObject } from '@jsonrpc-kit/openrpc';
import { readText } from './read-text.js';
import type { ApiModel } from './api-model.js';
import { readDocument } from './read-document.js';

const MAX_BYTES = 30_000_000;

/**
 * Loads an OpenRPC document.
 *
 * @param base the URL that the links of the document are resolved against
 */
export async function loadDocument(url: string, base: string): Promise<ApiModel> {
  const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`);
  const { text, isTruncated } = await readText(response, MAX_BYTES);
  if (isTruncated) throw new Error(`${url} is larger than 30 MB.`);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw new Error(`${url} is not JSON.`);
  }
  if (!isObject(root) || !Array.isArray(root['methods'])) {
    throw new Error(`${url} is not an OpenRPC document: it has no list of methods.`);
  }
  return readDocument(root, base);
}
