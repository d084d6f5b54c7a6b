import { createServer } from 'node:http';

/**
 * Serves an api with every adapter, from modules that the caller loads with `import` or `require`.
 * Sends the port of each adapter to the parent process.
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
