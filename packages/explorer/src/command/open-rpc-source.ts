import { isObject } from '@jsonrpc-kit/openrpc';
import { loadDocument, type ReadingRules } from '@jsonrpc-kit/openrpc/internal';
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

/** Options for `loadSource()`. */
export interface SourceOptions extends ReadingRules {
  /** URLs at which the methods can be called, before those of the document. */
  readonly servers?: readonly string[];
  /** Called with a sentence for each document that the first one refers to and that can't be read. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Loads an OpenRPC document from an HTTP URL or a file, with everything that it refers to.
 *
 * @throws Error if it can't be loaded or isn't an OpenRPC document
 */
export async function loadSource(
  location: string,
  { servers = [], onProblem, ...rules }: SourceOptions = {},
): Promise<OpenRpcSource> {
  const { document, problems } = await loadDocument(location, rules);
  for (const problem of problems) onProblem?.(problem);
  const own = (document as { readonly servers?: unknown }).servers;
  const all = [
    ...servers.map((url) => ({ url })),
    ...(Array.isArray(own) ? (own as unknown[]) : []),
  ];
  const withServers = all.length === 0 ? document : { ...document, servers: all };
  const url = /^https?:/i.test(location) ? location : undefined;
  return readSource(JSON.stringify(withServers), location, url);
}

/** Reads the title of a document. */
export function readSource(text: string, location: string, url?: string): OpenRpcSource {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error(`${location} is not JSON.`);
  }
  if (!isObject(document) || !Array.isArray(document['methods'])) {
    throw new Error(`${location} is not an OpenRPC document: it has no list of methods.`);
  }
  const { info } = document;
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : location;
  return { text, title, url };
}

/** Returns the origins of the servers of a document and its methods, and its URL. */
export function documentOrigins({ text, url }: OpenRpcSource): readonly string[] {
  const document = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const owners = [document, ...(document['methods'] as readonly unknown[]).filter(isObject)];
  const servers = owners.flatMap((owner) =>
    Array.isArray(owner['servers']) ? (owner['servers'] as readonly unknown[]) : [],
  );
  const urls = servers
    .filter(isObject)
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
