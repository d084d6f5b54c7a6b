import { readFile } from 'node:fs/promises';
import { loadApi } from '../../command/load-api.js';
import { openrpc } from '../../openrpc/openrpc.js';
import { isObject } from '../containment/located-schema.js';

/** How long a server may take to respond, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Reads an OpenRPC document from a JSON file or a URL, or generates it from a module that exports an Api.
 *
 * @param exportName the export of a module. Default: its only `Api`
 * @throws Error that says why it can't be read
 */
export async function loadDocument(source: string, exportName?: string): Promise<object> {
  const isUrl = /^https?:\/\//.test(source);
  if (!isUrl && /\.[cm]?[jt]s$/.test(source)) return openrpc(await loadApi(source, exportName));
  return readJson(source, isUrl ? await fetchText(source) : await readText(source));
}

/** Reads a JSON file with an object. */
export async function loadJsonFile(path: string): Promise<object> {
  return readJson(path, await readText(path));
}

function readJson(source: string, text: string): object {
  const value = parse(text, source);
  if (!isObject(value)) throw new Error(`${source} does not contain a JSON object`);
  return value;
}

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.ok) return await response.text();
    throw new Error(`the server responded with status ${response.status}`);
  } catch (cause) {
    throw new Error(`Can't read ${url}: ${messageOf(cause)}`, { cause });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`Can't read ${path}: ${messageOf(cause)}`, { cause });
  }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${source} is not JSON: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
