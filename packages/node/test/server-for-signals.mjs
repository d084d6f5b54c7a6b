// A server in its own process, to which tests send signals. It reports events to its parent.
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Api, Entrypoint, resource } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';

const [, , mode, lockFile] = process.argv;
if (mode === 'lock') writeFileSync(lockFile, '');

const rpc = new Entrypoint('/rpc', {
  limits: { maxResultBytes: Infinity, maxResponseBytes: Infinity },
});
rpc.method('wait', { result: undefined }, () => {
  process.send('waiting');
  return new Promise((resolve) => {
    process.once('message', () => resolve('waited'));
  });
});
rpc.method('large', { result: undefined }, () => 'x'.repeat(32 * 1024 * 1024));

const api = new Api();
// Like a socket that never closes.
const hang = () => new Promise(() => setInterval(() => undefined, 1_000));
if (mode === 'hang while opening' || mode === 'hang while closing') {
  const database = resource('database');
  rpc.method('read', { args: { database }, result: undefined }, () => 'read');
  const open = mode === 'hang while opening' ? hang : () => 'open';
  api.provide(database, { open, close: hang });
}
if (mode === 'hang in api.onClosed')
  api.onClosed(async function database() {
    await hang();
  });
api.bindEntrypoint(rpc);
const server = createServer(jsonRpc(api));
closeOnSignals(server, api, {
  timeout: mode?.startsWith('hang') ? 400 : undefined,
  onClosed: function database() {
    if (mode === 'hang in onClosed') return hang();
    process.send('closed');
    if (mode === 'lock') rmSync(lockFile);
    if (mode === 'fail') throw new Error('The database went away');
    return undefined;
  },
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
if (mode === 'tick') process.once('SIGTERM', () => setInterval(() => process.send('tick'), 50));
