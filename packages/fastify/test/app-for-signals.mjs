// An app in its own process, to which tests send signals. It reports events to its parent.
import { Api, Entrypoint, resource } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/fastify';
import fastify from 'fastify';

const rpc = new Entrypoint('/rpc');
rpc.method('wait', {}, () => {
  process.send('waiting');
  return new Promise((resolve) => {
    process.once('message', () => resolve('waited'));
  });
});

const [, , mode] = process.argv;
// Like a socket that never closes.
const hang = () => new Promise(() => setInterval(() => undefined, 1_000));
const api = new Api().bindEntrypoint(rpc);
if (mode === 'hang while closing') {
  const opened = resource('database');
  rpc.method('read', { args: { opened } }, () => 'read');
  api.provide(opened, { open: () => 'open', close: hang });
}
if (mode === 'hang in api.onClosed') {
  api.onClosed(async function database() {
    await hang();
  });
}
const app = fastify();
await app.register(jsonRpc, { api, ...(mode?.startsWith('hang') && { close: { timeout: 400 } }) });
await app.listen({ port: 0, host: '127.0.0.1' });
closeOnSignals(app, {
  onClosed: function database() {
    if (mode === 'hang in onClosed') return hang();
    process.send('closed');
    if (mode === 'fail') throw new Error('The database went away');
    return undefined;
  },
});
process.send(app.server.address().port);
