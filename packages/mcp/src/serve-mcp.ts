import type { Api } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import {
  callback,
  checkOptions,
  flag,
  object,
  type OptionKinds,
  positive,
  positiveOrInfinity,
  text,
  timeLimit,
} from '@jsonrpc-kit/core/internal';
import {
  type AuthorizationOptions,
  ProtectedResource,
} from './authorization/protected-resource.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { allowedOriginsKind } from './protocol/origin.js';
import type { RequestMembers } from './tools/request-members.js';
import { type MethodSelection, ToolList, type ToolNaming } from './tools/tool-list.js';

/** Options of {@link serveMcp}. */
export interface ServeMcpOptions {
  /** The methods that become tools: a list, `{ tag: 'agents' }`, or a function. */
  readonly methods: MethodSelection;
  /** The path of the endpoint. Default: `'/mcp'`. */
  readonly path?: string | undefined;
  /**
   * Returns the name of a method's tool. Default: the name of the method, in which `_` replaces the
   * characters that language models don't accept (`stats.count` becomes `stats_count`).
   */
  readonly toolName?: ToolNaming | undefined;
  /**
   * Returns additional members of the request object, such as those that the `requestSchema` of the
   * method's entrypoint requires, from the headers and the metadata of the agent's request. Members that
   * are undefined are left out. Called for each call. Default: a call has the members of JSON-RPC only.
   */
  readonly requestMembers?: RequestMembers | undefined;
  /** Instructions for agents: how to use the tools together. Default: the description of the api. */
  readonly instructions?: string | undefined;
  /**
   * Omits a tool from `tools/list` if the request lacks the credentials of its method. Default: false,
   * because clients ask the user for credentials only after a call has failed with 401.
   */
  readonly hideWithoutCredential?: boolean | undefined;
  /** How many tools one page of `tools/list` contains. Default: 100. */
  readonly pageSize?: number | undefined;
  /** How long clients may cache the list of tools, in milliseconds. Default: 300,000. */
  readonly cacheTtl?: number | undefined;
  /**
   * The origins of web pages that may send requests, such as `'https://agent.example'`, or `'*'` for all.
   * Requests of other pages get 403. Default: pages on this machine (`localhost`, `127.0.0.1`, `[::1]`).
   */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
  /** Where clients get an access token. Default: no authorization server is named. */
  readonly authorization?: AuthorizationOptions | undefined;
  /**
   * The maximum size of a request body, in bytes; `Infinity` for no limit. The limit of the tool's entrypoint also applies.
   * Default: 1 MiB.
   */
  readonly maxBodyBytes?: number | undefined;
  /** The time limit for reading a request body, in milliseconds; `Infinity` for none. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
}

const KINDS: OptionKinds<ServeMcpOptions> = {
  methods: {
    is: (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
    must: 'an array of methods, { tag } or a function',
    advice: () => "Write methods: [withdraw], or methods: { tag: 'agents' }.",
    isRequired: true,
  },
  path: {
    is: (value) => typeof value === 'string' && /^(?:\/[\w\-.~]+)+$/.test(value),
    must: 'a path',
    advice: () => "Write '/mcp'.",
  },
  toolName: callback,
  requestMembers: callback,
  instructions: text,
  hideWithoutCredential: flag,
  pageSize: positive,
  cacheTtl: positive,
  allowedOrigins: allowedOriginsKind,
  authorization: object,
  maxBodyBytes: positiveOrInfinity,
  bodyTimeout: timeLimit,
};

/**
 * Serves methods of an api as tools of the Model Context Protocol. A tool call goes through the same
 * stages as a JSON-RPC call, with the validation, dependencies, middlewares, limits, tracing and errors of
 * the method and its entrypoint.
 *
 * ```ts
 * api.bindEntrypoint(v1);
 * serveMcp(api, { path: '/mcp', methods: [withdraw, statement] });
 * ```
 *
 * Call this function after you have declared the methods, and before an adapter mounts the api. An
 * entrypoint that is bound later also adds its methods.
 *
 * @throws TypeError if an option is invalid, a listed method belongs to no bound entrypoint, two tools
 *   have one name, a schema has no JSON Schema, or a `requestSchema` requires members that are missing
 */
export function serveMcp(api: Api, options: ServeMcpOptions): void {
  const host = adapterApi(api, 'serveMcp()');
  checkOptions('serveMcp()', options, KINDS);
  const { path = '/mcp', allowedOrigins, authorization } = options;
  const { hideWithoutCredential = false, pageSize = 100 } = options;
  const tools = new ToolList({ ...options, pageSize, hideWithoutCredential, logger: api.logger });
  host.onEntrypoint((entrypoint) => tools.addEntrypoint(entrypoint));
  tools.checkSelection();
  const resource = authorization && new ProtectedResource(authorization, path);
  const endpoint = new McpEndpoint({
    host,
    tools,
    resource,
    logger: api.logger,
    serverInfo: { name: api.title, version: api.version },
    instructions: options.instructions ?? api.description,
    allowedOrigins:
      allowedOrigins === undefined || allowedOrigins === '*'
        ? allowedOrigins
        : allowedOrigins.map((origin) => origin.toLowerCase()),
    bodyLimits: {
      maxBytes: options.maxBodyBytes ?? 1024 * 1024,
      timeout: options.bodyTimeout ?? 30_000,
    },
    cache: {
      ttlMs: options.cacheTtl ?? 300_000,
      cacheScope: hideWithoutCredential ? 'private' : 'public',
    },
  });
  host.addPage({ path, verbs: ['POST'], handle: (request) => endpoint.handle(request) });
  if (resource !== undefined) host.addPage(resource.route);
}
