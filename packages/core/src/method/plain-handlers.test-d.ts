import { Entrypoint, type JsonRpcContext } from '../index.js';

const rpc = new Entrypoint('/rpc');

rpc.addHandlers(
  {
    add: (params, context) => {
      const positions: readonly unknown[] = params;
      const call: JsonRpcContext = context;
      return [positions, call];
    },
  },
  { params: 'array' },
);
rpc.addHandlers({ greet: ({ name }) => `Hello ${String(name)}` }, { params: 'object' });
rpc.addHandlers({ greet: async () => 'Hello' }, { params: 'object' });

// @ts-expect-error -- the values are unknown until the handler has checked them
rpc.addHandlers({ add: ([a, b]) => a + b }, { params: 'array' });
// @ts-expect-error -- the shape of the params is required
rpc.addHandlers({ add: () => 1 });
