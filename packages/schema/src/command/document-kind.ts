import type { Api } from '@jsonrpc-kit/core/description';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';
import type { CommandArguments, DocumentFormat } from './parse-arguments.js';

/** What a command writes. */
export interface DocumentKind {
  readonly name: DocumentFormat;
  readonly command: string;
  readonly write: (api: Api, options: CommandArguments) => object;
}

export const openApiKind: DocumentKind = {
  name: 'OpenAPI',
  command: 'jsonrpc-kit-openapi',
  write: (api, { fineNames }) => openapi(api, { jsonrpcComponentsFineNames: fineNames }),
};

export const openRpcKind: DocumentKind = {
  name: 'OpenRPC',
  command: 'jsonrpc-kit-openrpc',
  write: (api, { fineNames, openrpcVersion, entrypoint: path }) => {
    const options = { jsonrpcComponentsFineNames: fineNames, openrpcVersion };
    if (path === undefined) return openrpc(api, options);
    const { title, version, description, servers } = api;
    const own = { ...options, title, version, description, servers };
    const entrypoint = api.entrypoints.find((one) => one.path === path);
    if (entrypoint !== undefined) return openrpc(entrypoint, own);
    const paths = api.entrypoints.map((one) => one.path).join(', ');
    throw new TypeError(`There is no entrypoint ${path}; the api has ${paths}`);
  },
};
