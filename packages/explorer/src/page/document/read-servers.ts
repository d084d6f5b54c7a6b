import { fillVariables } from '../../server-variables.js';
import type { Entrypoint } from './api-model.js';
import { type JsonObject, objectsOf, textOf } from './json.js';
import { httpUrl } from './safe-url.js';

interface ServerSource {
  readonly root: JsonObject;
  /** The absolute URL of the document. */
  readonly url: string;
}

/** Returns the URLs where a method can be called: its own servers, or those of the document. */
export function endpointUrls(
  method: JsonObject,
  { root, url }: ServerSource,
  entrypoint: Entrypoint,
): readonly string[] {
  if (hasServers(method)) return serverUrls(method['servers'], url);
  if (hasServers(root) && !isSecondary(method, root)) return serverUrls(root['servers'], url);
  const fromLink = entrypointUrl(root, entrypoint.path, url);
  if (fromLink !== undefined) return [fromLink];
  // The document of an entrypoint is served below the path where its methods are called.
  const path = url.replace(/[?#].*$/, '');
  return path.endsWith('/openrpc.json') ? [path.slice(0, -'/openrpc.json'.length)] : [];
}

function hasServers({ servers }: JsonObject): boolean {
  return Array.isArray(servers) && servers.length > 0;
}

/** Whether a method is on another entrypoint than the servers of the document lead to. */
function isSecondary(method: JsonObject, root: JsonObject): boolean {
  const first = objectsOf(root['x-entrypoints'])[0]?.['path'];
  return typeof method['x-entrypoint'] === 'string' && method['x-entrypoint'] !== first;
}

function entrypointUrl(root: JsonObject, path: string, base: string): string | undefined {
  const link = objectsOf(root['x-entrypoints']).find((one) => one['path'] === path);
  const document = httpUrl(textOf(link?.['url'], 2000) ?? '', base);
  if (link === undefined || document === undefined) return undefined;
  return document.replace(/\/?openrpc\.json$/, '');
}

function serverUrls(servers: unknown, base: string): readonly string[] {
  const urls = objectsOf(servers, 20).flatMap((server) => {
    const template = textOf(server['url'], 2000);
    if (template === undefined) return [];
    return httpUrl(fillVariables(template, server['variables']), base) ?? [];
  });
  return [...new Set(urls)];
}
