import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/node';
import type { Server } from './server.js';
import { listen } from './listen.js';

/** A request listener with one api and no framework. */
export const node: Server = {
  name: 'node:http',
  ownResponses: {},
  serve: ({ apis: [mounted] }) => {
    if (mounted === undefined) throw new Error('One api is needed');
    return listen(createServer(jsonRpc(mounted.api)));
  },
};
