import { createServer } from 'node:http';

/**
 * Serves an api by every adapter, with modules that the caller has loaded by `import` or by `require`.
 * Sends the ports to the parent process, by the names of the adapters.
 */
export async function serve({ core, schema, adapters, frameworks }) {
  const { express, fastify, hono, nodeServer } = frameworks;
  const createApi = () => {
    const rpc = new core.Entrypoint('/rpc');
    rpc.method('ping', {}, () => 'pong');
    const api = new core.Api().bindEntrypoint(rpc);
    schema.serveSchemas(api);
    return api;
  };
  const app = fastify();
  await app.register(adapters.fastify.jsonRpc, { api: createApi() });
  await app.ready();
  const { fetch } = new hono.Hono().route('/', adapters.hono.jsonRpc(createApi()));
  const servers = {
    node: createServer(adapters.node.jsonRpc(createApi())),
    express: createServer(express().use(adapters.express.jsonRpc(createApi()))),
    fastify: app.server,
    hono: nodeServer.createAdaptorServer({ fetch }),
    coreFetch: nodeServer.createAdaptorServer({ fetch: adapters.coreFetch.jsonRpc(createApi()) }),
  };
  const ports = Object.entries(servers).map(
    ([name, server]) =>
      new Promise((listening) => {
        server.listen(0, '127.0.0.1', () => listening([name, server.address().port]));
      }),
  );
  process.send(Object.fromEntries(await Promise.all(ports)));
}
