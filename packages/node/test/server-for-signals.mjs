// A server in its own process, to which tests send signals. It reports events to its parent.
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';

const [, , mode, lockFile] = process.argv;
if (mode === 'lock') writeFileSync(lockFile, '');

const rpc = new Entrypoint('/rpc', { maxResultBytes: Infinity, maxResponseBytes: Infinity });
rpc.method('wait', { result: undefined }, () => {
  process.send('waiting');
  return new Promise((resolve) => {
    process.once('message', () => resolve('waited'));
  });
});
rpc.method('large', { result: undefined }, () => 'x'.repeat(32 * 1024 * 1024));

const api = new Api().bindEntrypoint(rpc);
const server = createServer(jsonRpc(api));
closeOnSignals(server, api, {
  onClosed: () => {
    process.send('closed');
    if (mode === 'lock') rmSync(lockFile);
    if (mode === 'fail') throw new Error('The database went away');
  },
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
if (mode === 'tick') process.once('SIGTERM', () => setInterval(() => process.send('tick'), 50));
