// Serves a call with nothing but the globals that every fetch runtime has.
const { Api, Entrypoint } = await import('@jsonrpc-kit/core');
const { jsonRpc } = await import('@jsonrpc-kit/hono');

const rpc = new Entrypoint('/rpc');
rpc.method('ping', {}, () => 'pong');
const app = jsonRpc(new Api().bindEntrypoint(rpc));

async function ping() {
  const response = await app.fetch(
    new Request('http://localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    }),
  );
  return `${response.status} ${await response.text()}`;
}

// Only modules of Node may use its globals. Any other access throws an error.
for (const name of ['process', 'Buffer', 'global', 'setImmediate']) {
  const value = globalThis[name];
  Object.defineProperty(globalThis, name, {
    get: () => {
      const [, , user = ''] = new Error(name).stack.split('\n');
      if (user.includes('node:')) return value;
      throw new Error(`${name} is used${user}`);
    },
  });
}
console.log(await ping());
