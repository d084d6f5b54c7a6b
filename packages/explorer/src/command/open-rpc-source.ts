import { readFile } from 'node:fs/promises';
import { isOrigin } from '../explorer-html.js';
import { fillVariables } from '../server-variables.js';

/** The text of an OpenRPC document, with its origin. */
export interface OpenRpcSource {
  /** The JSON text of the document. */
  readonly text: string;
  /** The title of the document, or its URL or file if it has no title. */
  readonly title: string;
  /** The URL that the document was loaded from. Undefined for a file. */
  readonly url?: string | undefined;
}

/**
 * Loads an OpenRPC document from an HTTP URL or a file.
 *
 * @throws Error if it can't be loaded or isn't an OpenRPC document
 */
export async function loadSource(location: string): Promise<OpenRpcSource> {
  const isUrl = /^https?:\/\//i.test(location);
  const text = isUrl ? await download(location) : await readFile(location, 'utf8');
  return readSource(text, location, isUrl ? location : undefined);
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (response.ok) return response.text();
  throw new Error(`${url} responded with status ${response.status}.`);
}

/** Reads the title of a document. */
export function readSource(text: string, location: string, url?: string): OpenRpcSource {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error(`${location} is not JSON.`);
  }
  if (!isRecord(document) || !Array.isArray(document['methods'])) {
    throw new Error(`${location} is not an OpenRPC document: it has no list of methods.`);
  }
  const { info } = document;
  const title = isRecord(info) && typeof info['title'] === 'string' ? info['title'] : location;
  return { text, title, url };
}

/** Returns the origins of the servers of a document and its methods, and its URL. */
export function documentOrigins({ text, url }: OpenRpcSource): readonly string[] {
  const document = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const owners = [document, ...(document['methods'] as readonly unknown[]).filter(isRecord)];
  const servers = owners.flatMap((owner) =>
    Array.isArray(owner['servers']) ? (owner['servers'] as readonly unknown[]) : [],
  );
  const urls = servers
    .filter(isRecord)
    .map(({ url: template, variables }) =>
      typeof template === 'string' ? fillVariables(template, variables) : undefined,
    );
  return [...new Set([url, ...urls].flatMap((one) => originOf(one, url)))].slice(0, MAX_ORIGINS);
}

/** More would be a header that servers reject. */
const MAX_ORIGINS = 50;

/** Returns no origin for a URL that a policy can't contain, such as one with a variable in its host. */
function originOf(url: string | undefined, base: string | undefined): readonly string[] {
  if (url === undefined || !URL.canParse(url, base)) return [];
  const { origin } = new URL(url, base);
  return isOrigin(origin) ? [origin] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
