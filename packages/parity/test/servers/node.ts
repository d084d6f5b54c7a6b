import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/node';
import type { Server } from './server.js';
import { serving } from './serving.js';

/** A bare request listener, with one api and nothing around it. */
export const node: Server = {
  name: 'node:http',
  answersItself: {},
  serve: ({ apis: [mounted] }) => {
    if (mounted === undefined) throw new Error('One api is needed');
    return serving(createServer(jsonRpc(mounted.api)));
  },
};
