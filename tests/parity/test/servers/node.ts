import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import type { Server } from './server.js';
import { listen } from './listen.js';

/** A server of node:http with one api and without a framework. */
export const node: Server = {
  name: 'node:http',
  ownResponses: {},
  serve: ({ apis: [mounted], webSockets }) => {
    if (mounted === undefined)
      throw new Error('node:http serves exactly one api. Pass it in `apis`.');
    const server = createServer(jsonRpc(mounted.api));
    if (webSockets) acceptWebSockets(server, mounted.api);
    return listen(server);
  },
};
