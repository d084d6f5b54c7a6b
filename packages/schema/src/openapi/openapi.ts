import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { type AnyEntrypoint, type Api, requireApi } from '@jsonrpc-kit/core/description';
import { allocateNames, type NamedItem } from '../components/component-names.js';
import {
  describeEntrypointMethods,
  type EntrypointNames,
  includedEntrypoints,
  namesOf,
  unsubscribes,
} from '../methods/described-methods.js';
import { definedMembers, nonEmpty } from '../defined-members.js';
import { methodPath, relativeLink } from '../methods/paths.js';
import { entrypointOperation } from './entrypoint-operation.js';
import { methodOperation } from './method-operation.js';
import { OpenApiContext } from './openapi-context.js';
import {
  type OpenApiDocument,
  type Operation,
  type PathItem,
  serverObject,
  type TagObject,
} from './openapi-document.js';
import { RequestEnvelope } from './request-envelope.js';
import { usedResponses } from './responses.js';

/** Options of {@link openapi}. */
export interface OpenApiOptions {
  /**
   * Whether component names are as short as possible, with the entrypoint or module as a prefix only
   * where two names would be equal. False: all names have the prefix. Default: true.
   */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /**
   * The path where the document is served. The server of an api without `servers` is relative to it.
   * Default: `/openapi.json`.
   */
  readonly openapiPath?: string | undefined;
}

/**
 * Generates the OpenAPI 3.1 document of an api, with a route for every entrypoint and every method.
 *
 * ```ts
 * await writeFile('openapi.json', JSON.stringify(openapi(api)));
 * ```
 *
 * @throws TypeError for a schema that JSON Schema can't describe; the message names the method and
 *   the argument, and says what to write instead
 */
export function openapi(api: Api, options: OpenApiOptions = {}): OpenApiDocument {
  requireApi('openapi()', api);
  const { jsonrpcComponentsFineNames = true, openapiPath = '/openapi.json' } = options;
  const context = new OpenApiContext(jsonrpcComponentsFineNames, adapterApi(api).checksHost);
  const entrypoints = includedEntrypoints(api);
  const mountedPaths = new Set(adapterApi(api).mounts.map(({ path }) => path));
  const routes = entrypoints.flatMap((entrypoint) => {
    const [ownRoute, ...methodRoutes] = describeRoutes(
      entrypoint,
      namesOf(entrypoint, entrypoints),
      context,
    );
    // A method whose path is taken can only be called at the path of the entrypoint.
    return [ownRoute, ...methodRoutes.filter(({ path }) => !mountedPaths.has(path))];
  });
  const { schemas, document: paths } = context.components.finish(pathItems(routes));
  const tags = [...new Set(routes.flatMap(({ operation }) => operation.tags))];
  const { title, version, description, license, servers } = api;
  return {
    openapi: '3.1.0',
    info: definedMembers({ title, version, description, license }),
    servers: servers.length > 0 ? servers.map(serverObject) : [{ url: relativeRoot(openapiPath) }],
    ...definedMembers({ tags: nonEmpty(tags.map((name) => tagObject(name, api, entrypoints))) }),
    paths,
    components: definedMembers({
      schemas,
      responses: usedResponses(routes.map(({ operation }) => operation.responses)),
      securitySchemes: context.security.all,
    }),
    security: [],
  };
}

/** Describes a tag that is the title of an entrypoint, unless the application does. */
function tagObject(name: string, { tags }: Api, entrypoints: readonly AnyEntrypoint[]): TagObject {
  const entrypoint = entrypoints.find((each) => namesOf(each, entrypoints).title === name);
  const description = Object.hasOwn(tags, name)
    ? tags[name]
    : entrypoint && `The methods of the entrypoint \`${entrypoint.path}\`.`;
  return definedMembers({ name, description });
}

interface Route extends NamedItem {
  readonly path: string;
  readonly operation: Omit<Operation, 'operationId'>;
}

/** Returns the route of an entrypoint, followed by the routes of its methods. */
function describeRoutes(
  entrypoint: AnyEntrypoint,
  names: EntrypointNames,
  context: OpenApiContext,
): readonly [Route, ...Route[]] {
  const envelope = new RequestEnvelope(entrypoint, context);
  // A client unsubscribes by closing its event stream.
  const methods = describeEntrypointMethods(entrypoint, names)
    .filter(({ description: { name } }) => !unsubscribes(entrypoint, name))
    .map((method) => methodOperation(method, envelope, context));
  const ownRoute: Route = {
    path: entrypoint.path,
    names: [`${names.label}.calls`],
    isFixed: false,
    where: `entrypoint ${entrypoint.path}`,
    operation: entrypointOperation({ ...names, entrypoint, envelope, methods }, context),
  };
  const methodRoutes = methods.flatMap(({ method, operation }): readonly Route[] => {
    const path = methodPath(entrypoint, method.description.name);
    const { componentNames, where } = method;
    return path === undefined
      ? []
      : [{ path, names: componentNames, isFixed: false, where, operation }];
  });
  return [ownRoute, ...methodRoutes];
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

/** Returns a relative URL, which stays valid under any prefix. */
function relativeRoot(openapiPath: string): string {
  return relativeLink(openapiPath, '/').replace(/\/$/, '');
}
