import type { Api } from '@jsonrpc-kit/core';
import fastify, { type FastifyBaseLogger, type FastifyTypeProvider } from 'fastify';
import { pino } from 'pino';
import { jsonRpc } from './json-rpc.js';

declare const api: Api;
declare const loggerInstance: FastifyBaseLogger & { readonly extra: string };
interface SchemaAsType extends FastifyTypeProvider {
  readonly validator: this['schema'];
  readonly serializer: this['schema'];
}

// Every kind of application can register the plugin.
fastify().register(jsonRpc, { api });
fastify().register(jsonRpc, { api, prefix: '/v1', logLevel: 'warn', close: { timeout: 5 } });
fastify({ loggerInstance }).register(jsonRpc, { api });
fastify({ loggerInstance: pino() }).register(jsonRpc, { api });
fastify({ https: { key: '' } }).register(jsonRpc, { api });
fastify({ http2: true }).register(jsonRpc, { api });
fastify({ http2: true, https: { key: '' } }).register(jsonRpc, { api });
fastify().withTypeProvider<SchemaAsType>().register(jsonRpc, { api });
fastify({ loggerInstance: pino(), http2: true })
  .withTypeProvider<SchemaAsType>()
  .register(jsonRpc, { api, prefix: '/v1' });

// The options of the plugin are checked.
// @ts-expect-error -- the api is missing
fastify().register(jsonRpc, {});
// @ts-expect-error -- the timeout is not a number
fastify().register(jsonRpc, { api, close: { timeout: '5' } });
