/** A client of ordinary calls in its own process. It replies with the milliseconds of its calls since the last reply. */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, encodeRequest } from '../http/connection.js';
import { replyToParent } from '../processes/reply-to-parent.js';

const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const request = encodeRequest({ path: '/', headers: {}, body });
const connection = await Connection.open(Number(process.argv[2]));

let times: number[] = [];
replyToParent({}, () => times.splice(0));
for (;;) {
  const startedAt = performance.now();
  await connection.exchange(request);
  times.push(performance.now() - startedAt);
  await wait(2);
}
