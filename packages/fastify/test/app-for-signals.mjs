// An app in its own process, to which tests send signals. It reports events to its parent.
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/fastify';
import fastify from 'fastify';

const rpc = new Entrypoint('/rpc');
rpc.method('wait', {}, () => {
  process.send('waiting');
  return new Promise((resolve) => {
    process.once('message', () => resolve('waited'));
  });
});

const app = fastify();
await app.register(jsonRpc, { api: new Api().bindEntrypoint(rpc) });
await app.listen({ port: 0, host: '127.0.0.1' });
closeOnSignals(app, {
  onClosed: () => {
    process.send('closed');
    if (process.argv[2] === 'fail') throw new Error('The database went away');
  },
});
process.send(app.server.address().port);
