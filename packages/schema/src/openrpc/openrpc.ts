import {
  type AnyEntrypoint,
  type Api,
  type ApiServer,
  requireApi,
} from '@jsonrpc-kit/core/description';
import type {
  EntrypointLink,
  OpenRpcDocument,
  OpenRpcMethod,
  OpenRpcServer,
} from '@jsonrpc-kit/openrpc';
import { definedMembers, nonEmpty } from '../defined-members.js';
import {
  describeEntrypointMethods,
  type DescribedMethod,
  includedEntrypoints,
  namesOf,
} from '../methods/described-methods.js';
import { methodLimits, shareLimits } from '../methods/limits.js';
import { entrypointOpenRpcPath, relativeLink } from '../methods/paths.js';
import { eventNotifications, subscriptionExtension } from './event-notifications.js';
import { withTitles } from './inline-titles.js';
import { OpenRpcContext } from './openrpc-context.js';
import { openrpcMethod } from './openrpc-method.js';

/** Options of {@link openrpc}. */
export interface OpenRpcOptions {
  /**
   * Whether component names are as short as possible, with the entrypoint or module as a prefix only
   * where two names would be equal. False: all names have the prefix. Default: true.
   */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /** The version of the specification: `'1.3'` (1.3.2, the default) or `'1.4'` (1.4.1). */
  readonly openrpcVersion?: '1.3' | '1.4' | undefined;
  /**
   * The path where the document of an api is served. Its links are relative to it. Default:
   * `/openrpc.json`.
   */
  readonly openrpcPath?: string | undefined;
  /** The title, for the document of one entrypoint. Default: the name of the entrypoint. */
  readonly title?: string | undefined;
  /** The version, for the document of one entrypoint. Default: `0.1.0`. */
  readonly version?: string | undefined;
  /** The description, for the document of one entrypoint. */
  readonly description?: string | undefined;
  /** The servers, for the document of one entrypoint. Default: none. */
  readonly servers?: readonly ApiServer[] | undefined;
}

/**
 * Generates the OpenRPC document of an api, or of one entrypoint.
 *
 * Method names are unique in OpenRPC. If several entrypoints have a method of the same name, the
 * document of the api includes the method of the first bound entrypoint, and the others in
 * `x-methods-of-same-name`. `x-entrypoints` links to the document of every entrypoint.
 *
 * ```ts
 * await writeFile('openrpc.json', JSON.stringify(openrpc(api)));
 * ```
 *
 * @throws TypeError for a schema that JSON Schema can't describe; the message names the method and
 *   the argument, and says what to write instead
 */
export function openrpc(
  source: Api | AnyEntrypoint,
  options: OpenRpcOptions = {},
): OpenRpcDocument {
  // JavaScript callers may pass any value.
  if (typeof source === 'object' && source !== null && 'settings' in source) {
    const { title = source.name, version = '0.1.0', description, servers = [] } = options;
    return generate({ title, version, description, servers }, [source], options);
  }
  requireApi('openrpc()', source);
  const { openrpcPath = '/openrpc.json' } = options;
  const entrypoints = includedEntrypoints(source);
  const links = entrypoints.map((entrypoint): EntrypointLink => {
    const { path } = entrypoint;
    const { title: name } = namesOf(entrypoint, entrypoints);
    return { name, path, url: relativeLink(openrpcPath, entrypointOpenRpcPath(entrypoint)) };
  });
  return { ...generate(source, entrypoints, options), 'x-entrypoints': links };
}

type ApiInfo = Pick<Api, 'title' | 'version' | 'description' | 'servers'>;

function generate(
  { title, version, description, servers }: ApiInfo,
  entrypoints: readonly AnyEntrypoint[],
  { jsonrpcComponentsFineNames = true, openrpcVersion = '1.3' }: OpenRpcOptions,
): OpenRpcDocument {
  const context = new OpenRpcContext(jsonrpcComponentsFineNames);
  const all = methodsOf(entrypoints);
  const limits = shareLimits(all.map(methodLimits));
  const described = all.map((method, index) => ({
    ...openrpcMethod(method, context),
    location: { ...locationOf(method, entrypoints, servers), ...subscriptionExtension(method) },
    limits: definedMembers({ 'x-limits': nonEmpty(limits.own[index] ?? {}) }),
  }));
  const notifications = eventNotifications(all, context).map(
    ({ described: one, method }): OpenRpcMethod => ({
      ...method,
      ...locationOf(one, entrypoints, servers),
    }),
  );
  const { errors, descriptions, nameOf } = context.finishErrors();
  const called = described.map(
    ({ method, errors: classes, location, limits: own }): OpenRpcMethod => ({
      ...method,
      errors: classes.map((error) => ({ $ref: `#/components/errors/${nameOf(error)}` })),
      ...location,
      ...own,
    }),
  );
  const openrpcMethods = [...called, ...notifications];
  const names = new Set<string>();
  const methods = openrpcMethods.filter(({ name }) => !names.has(name) && names.add(name));
  const others = openrpcMethods.filter((method) => !methods.includes(method));
  const finished = context.components.finish({ methods, others, errors });
  const { document } = finished;
  const titled = withTitles({ methods: document.methods, schemas: finished.schemas });
  const [first] = entrypoints;
  return {
    openrpc: openrpcVersion === '1.3' ? '1.3.2' : '1.4.1',
    info: definedMembers({ title, version, description }),
    ...definedMembers({ servers: first && nonEmpty(serversOf(first, servers)) }),
    methods: titled.methods,
    components: { schemas: titled.schemas, errors: document.errors },
    ...definedMembers({
      'x-limits': nonEmpty(limits.shared),
      'x-error-descriptions': nonEmpty(descriptions),
      'x-security-schemes': context.security.all,
      'x-methods-of-same-name': nonEmpty(document.others),
    }),
  };
}

function methodsOf(entrypoints: readonly AnyEntrypoint[]): readonly DescribedMethod[] {
  return entrypoints.flatMap((entrypoint) =>
    describeEntrypointMethods(entrypoint, namesOf(entrypoint, entrypoints)),
  );
}

/** Returns the servers and the entrypoint of a method, if they differ from those of the document. */
function locationOf(
  { description, entrypoint }: DescribedMethod,
  entrypoints: readonly AnyEntrypoint[],
  servers: readonly ApiServer[],
): Pick<OpenRpcMethod, 'servers' | 'x-entrypoint'> {
  const hasOwnServers = description.servers.length > 0;
  const isFirst = entrypoint === entrypoints[0];
  const ownServers = serversOf(entrypoint, hasOwnServers ? description.servers : servers);
  const isDefault = isFirst && !hasOwnServers;
  return definedMembers({
    servers: isDefault ? undefined : nonEmpty(ownServers),
    'x-entrypoint': entrypoints.length < 2 ? undefined : entrypoint.path,
  });
}

/** Omits servers with a relative URL, which the meta-schema of OpenRPC rejects. */
function serversOf(
  { name: entrypointName, path }: AnyEntrypoint,
  servers: readonly ApiServer[],
): readonly OpenRpcServer[] {
  return servers.flatMap(({ url, name = entrypointName, description }) => {
    if (!URL.canParse(url)) return [];
    const { href } = new URL(`${url.replace(/\/$/, '')}${path}`);
    return [definedMembers({ name, url: href, description })];
  });
}
