/** A server process whose calls wait until the parent releases them. Its argument is the adapter. */
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import type { Framework } from '../targets/framework.js';
import { serveApi } from '../targets/kit.js';

let release = (): void => undefined;
let released = Promise.resolve();
const hold = (): void => {
  released = new Promise((resolve) => {
    release = resolve;
  });
};

const rpc = new Entrypoint('/rpc', { timeout: Infinity });
rpc.method('hold', { args: { values: v.any() } }, async () => released);
// These schemas copy their values.
const lists = v.array(v.array(v.array(v.number())));
rpc.method('holdLists', { args: { values: lists } }, async () => released);
const records = v.array(v.record(v.string(), v.number()));
rpc.method('holdRecords', { args: { values: records } }, async () => released);
const serve = await serveApi[process.argv[2] as Framework]();
const server = await serve(
  new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc),
);
hold();
replyToParent({ port: await listen(server) }, () => {
  release();
  hold();
  return 'released';
});
