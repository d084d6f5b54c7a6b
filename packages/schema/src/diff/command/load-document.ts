import { loadApi } from '../../command/load-api.js';
import { openrpc } from '../../openrpc/openrpc.js';
import { isObject } from '../containment/located-schema.js';
import { bundleReferences } from './bundle-references.js';
import { isHttpUrl, readText } from './read-text.js';

/** Options for `loadDocument()`. */
export interface LoadOptions {
  /** The export of a module. Default: its only `Api` */
  readonly exportName: string | undefined;
  /** Called with a sentence for each document that the first one refers to and that can't be read. */
  readonly onProblem: (problem: string) => void;
}

/**
 * Reads an OpenRPC document from a JSON file or a URL, with every document that it refers to, or generates it
 * from a module that exports an Api.
 *
 * @throws Error that says why it can't be read, or what it is instead
 */
export async function loadDocument(
  source: string,
  { exportName, onProblem }: LoadOptions,
): Promise<object> {
  if (!isHttpUrl(source) && /\.[cm]?[jt]s$/.test(source)) {
    return openrpc(await loadApi(source, exportName));
  }
  const document = await loadJsonFile(source);
  if (!Array.isArray((document as { readonly methods?: unknown }).methods)) {
    throw new Error(`${source} is not an OpenRPC document: it has no list "methods"`);
  }
  return bundleReferences(document, source, { readJson, onProblem });
}

/** Reads the JSON object in a file or at a URL. */
export async function loadJsonFile(source: string): Promise<object> {
  const value = await readJson(source);
  if (!isObject(value)) throw new Error(`${source} does not contain a JSON object`);
  return value;
}

async function readJson(source: string): Promise<unknown> {
  const text = await readText(source);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${source} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
