import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { type AnyEntrypoint, type Api, requireApi } from '@jsonrpc-kit/core/description';
import { allocateNames, type Nameable } from '../components/allocate-names.js';
import { documentedMethods } from '../document/documented-method.js';
import { includedEntrypoints } from '../document/included-entrypoints.js';
import { entrypointLabels } from '../document/entrypoint-labels.js';
import { relativeLink } from '../page/relative-link.js';
import { DocumentParts } from './document-parts.js';
import { entrypointOperation } from './entrypoint-operation.js';
import { type MethodOperation, methodOperation, serverObject } from './method-operation.js';
import type { OpenApiDocument, Operation, PathItem } from './openapi-document.js';
import { pathOfMethod } from './path-of-method.js';
import { RequestEnvelope } from './request-envelope.js';

/** How an {@link openapi} document names its components, and where it is served. */
export interface OpenApiOptions {
  /**
   * Whether the names of components are as short as can be (default), with the entrypoint or module
   * in front only where two differ. False: always in front.
   */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /**
   * Where the document is served: an api without `servers` is found relative to it. Default:
   * `/openapi.json`.
   */
  readonly openapiUrl?: string | undefined;
}

/**
 * The OpenAPI 3.1 document of an api: the route of each entrypoint, and that of each method.
 *
 * ```ts
 * await writeFile('openapi.json', JSON.stringify(openapi(api)));
 * ```
 *
 * @throws TypeError for a schema that can't be documented; the message names the method and the
 *   argument, and says what to write instead
 */
export function openapi(api: Api, options: OpenApiOptions = {}): OpenApiDocument {
  requireApi('openapi()', api);
  const { jsonrpcComponentsFineNames = true, openapiUrl = '/openapi.json' } = options;
  const parts = new DocumentParts(jsonrpcComponentsFineNames);
  const entrypoints = includedEntrypoints(api);
  const labels = entrypointLabels(entrypoints);
  const routes = entrypoints.flatMap((entrypoint) =>
    entrypointRoutes(entrypoint, labels.get(entrypoint) ?? '', parts, takenPaths(api)),
  );
  const { schemas, document: paths } = parts.components.finish(pathItems(routes));
  const tags = [...new Set(routes.flatMap(({ operation }) => operation.tags ?? []))];
  const securitySchemes = parts.security.all;
  const { title, version, description, servers } = api;
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    servers: servers.length > 0 ? servers.map(serverObject) : [{ url: rootFrom(openapiUrl) }],
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name })) }),
    paths,
    components: { schemas, ...(securitySchemes === undefined ? {} : { securitySchemes }) },
  };
}

interface Route extends Nameable {
  readonly path: string;
  readonly operation: Omit<Operation, 'operationId'>;
}

function entrypointRoutes(
  entrypoint: AnyEntrypoint,
  label: string,
  parts: DocumentParts,
  taken: ReadonlySet<string>,
): readonly Route[] {
  const { writer, components } = parts;
  const envelope = new RequestEnvelope(entrypoint, writer, components, parts.exampleMaker());
  const methods = documentedMethods(entrypoint, label).map((method) =>
    methodOperation(method, label, envelope, parts),
  );
  return [
    {
      path: entrypoint.path,
      names: [`${label}.calls`],
      isFixed: false,
      where: `entrypoint ${entrypoint.path}`,
      operation: entrypointOperation(entrypoint, label, methods, envelope, parts),
    },
    ...methods.flatMap((method) => methodRoute(entrypoint, method, taken)),
  ];
}

/** A method whose path belongs to something else is called by the entrypoint's alone. */
function methodRoute(
  { path: entrypointPath }: AnyEntrypoint,
  { method, operation }: MethodOperation,
  taken: ReadonlySet<string>,
): readonly Route[] {
  const path = pathOfMethod(entrypointPath, method.description.name);
  if (path === undefined || taken.has(path)) return [];
  return [{ path, names: method.keys, isFixed: false, where: method.where, operation }];
}

function takenPaths(api: Api): ReadonlySet<string> {
  return new Set(adapterApi(api).mounts.map(({ path }) => path));
}

function pathItems(routes: readonly Route[]): Readonly<Record<string, PathItem>> {
  const operationIds = allocateNames(routes, true);
  return Object.fromEntries(
    routes.map((route) => {
      const operationId = operationIds.get(route) ?? '';
      return [route.path, { post: { operationId, ...route.operation } }];
    }),
  );
}

/** Relative, so that it is right wherever the api is mounted. */
function rootFrom(openapiUrl: string): string {
  return relativeLink(openapiUrl, '/');
}
