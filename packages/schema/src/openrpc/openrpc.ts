import {
  type AnyEntrypoint,
  type Api,
  type ApiServer,
  requireApi,
} from '@jsonrpc-kit/core/description';
import { type DocumentedMethod, documentedMethods } from '../document/documented-method.js';
import { includedEntrypoints } from '../document/included-entrypoints.js';
import { entrypointLabels } from '../document/entrypoint-labels.js';
import { relativeLink } from '../page/relative-link.js';
import type { EntrypointLink, OpenRpcDocument, OpenRpcMethod } from './openrpc-document.js';
import { openrpcMethod } from './openrpc-method.js';
import { OpenRpcParts } from './openrpc-parts.js';
import { openrpcServers } from './openrpc-servers.js';

/** How an {@link openrpc} document is written, and what it says of an entrypoint by itself. */
export interface OpenRpcOptions {
  /** As {@link OpenApiOptions} has it. */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /** The version of the specification. Default: 1.3, which is 1.3.2, what today's tools read. */
  readonly openrpcVersion?: '1.3' | '1.4' | undefined;
  /** Where the document of an api is served; its links are relative to it. Default: `/openrpc.json`. */
  readonly openrpcUrl?: string | undefined;
  /** Of an entrypoint by itself; an api has its own. Default: the entrypoint's name. */
  readonly title?: string | undefined;
  /** Of an entrypoint by itself. Default: 0.1.0. */
  readonly version?: string | undefined;
  /** Of an entrypoint by itself. */
  readonly description?: string | undefined;
  /** Of an entrypoint by itself. Default: none. */
  readonly servers?: readonly ApiServer[] | undefined;
}

/**
 * The OpenRPC document of an api, or of one entrypoint alone.
 *
 * In an api's document a method's name occurs once, so where two entrypoints share one, the method
 * of the first bound stands there; `x-entrypoints` links to the document of each.
 *
 * ```ts
 * await writeFile('openrpc.json', JSON.stringify(openrpc(api)));
 * ```
 *
 * @throws TypeError for a schema that can't be documented; the message names the method and the
 *   argument, and says what to write instead
 */
export function openrpc(of: Api | AnyEntrypoint, options: OpenRpcOptions = {}): OpenRpcDocument {
  // Callers without types may pass anything.
  if (typeof of === 'object' && of !== null && 'settings' in of) return ofEntrypoint(of, options);
  requireApi('openrpc()', of);
  return ofApi(of, options);
}

function ofApi(api: Api, options: OpenRpcOptions): OpenRpcDocument {
  const { openrpcUrl = '/openrpc.json' } = options;
  const entrypoints = includedEntrypoints(api);
  const links = entrypoints.map((entrypoint): EntrypointLink => {
    const { name, path } = entrypoint;
    return { name, path, url: relativeLink(openrpcUrl, entrypointDocumentPath(entrypoint)) };
  });
  return { ...write(api, entrypoints, options), 'x-entrypoints': links };
}

function ofEntrypoint(entrypoint: AnyEntrypoint, options: OpenRpcOptions): OpenRpcDocument {
  const { title = entrypoint.name, version = '0.1.0', description, servers = [] } = options;
  return write({ title, version, description, servers }, [entrypoint], options);
}

/** Where an entrypoint's own document is served. */
export function entrypointDocumentPath({ path }: AnyEntrypoint): string {
  return path === '/' ? '/openrpc.json' : `${path}/openrpc.json`;
}

type Head = Pick<Api, 'title' | 'version' | 'description' | 'servers'>;

function write(
  { title, version, description, servers }: Head,
  entrypoints: readonly AnyEntrypoint[],
  { jsonrpcComponentsFineNames: fine = true, openrpcVersion = '1.3' }: OpenRpcOptions,
): OpenRpcDocument {
  const parts = new OpenRpcParts(fine);
  const labels = entrypointLabels(entrypoints);
  const written = uniqueMethods(entrypoints, labels).map((documented) => ({
    ...openrpcMethod(documented, labels.get(documented.entrypoint) ?? '', parts),
    placed: placeOf(documented, entrypoints, servers),
  }));
  const { errors, nameOf } = parts.errors.finish(fine);
  const methods = written.map(({ method, errors: classes, placed }): OpenRpcMethod => ({
    ...method,
    errors: classes.map((error) => ({ $ref: `#/components/errors/${nameOf(error)}` })),
    ...placed,
  }));
  const finished = parts.components.finish({ methods, errors });
  const [first] = entrypoints;
  const listed = first === undefined ? [] : openrpcServers(servers, first);
  return {
    openrpc: openrpcVersion === '1.3' ? '1.3.2' : '1.4.1',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    ...(listed.length === 0 ? {} : { servers: listed }),
    methods: finished.document.methods,
    components: { schemas: finished.schemas, errors: finished.document.errors },
  };
}

/** Of methods of one name the first. */
function uniqueMethods(
  entrypoints: readonly AnyEntrypoint[],
  labels: ReadonlyMap<AnyEntrypoint, string>,
): readonly DocumentedMethod[] {
  const methods = new Map<string, DocumentedMethod>();
  for (const entrypoint of entrypoints) {
    for (const method of documentedMethods(entrypoint, labels.get(entrypoint) ?? '')) {
      const { name } = method.description;
      if (!methods.has(name)) methods.set(name, method);
    }
  }
  return [...methods.values()];
}

/** Where a method is called, if that is not where the document says for all. */
function placeOf(
  { description, entrypoint }: DocumentedMethod,
  entrypoints: readonly AnyEntrypoint[],
  servers: readonly ApiServer[],
): Pick<OpenRpcMethod, 'servers' | 'x-entrypoint'> {
  const hasOwn = description.servers.length > 0;
  const isFirst = entrypoint === entrypoints[0];
  const listed = openrpcServers(hasOwn ? description.servers : servers, entrypoint);
  return {
    ...(listed.length === 0 || (isFirst && !hasOwn) ? {} : { servers: listed }),
    ...(entrypoints.length < 2 ? {} : { 'x-entrypoint': entrypoint.path }),
  };
}
