/** A second client in its own process. It replies with the milliseconds of its slowest ping. */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, encodeRequest } from '../http/connection.js';
import { replyToParent } from '../processes/reply-to-parent.js';

const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const request = encodeRequest({ path: '/ping', headers: {}, body });
const connection = await Connection.open(Number(process.argv[2]));
await connection.exchange(request);

let slowest = 0;
let startedAt = performance.now();
// The reply is a string, because JSON has no Infinity. A ping that still waits counts as well.
replyToParent({}, () => String(Math.max(slowest, performance.now() - startedAt)));
try {
  for (;;) {
    startedAt = performance.now();
    await connection.exchange(request);
    slowest = Math.max(slowest, performance.now() - startedAt);
    startedAt = Infinity;
    await wait(5);
  }
} catch {
  slowest = Infinity;
}
