/** The second client: pings the server until its parent sends a message, then reports the slowest. */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../load/connection.js';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PING = Buffer.from(
  'POST /ping HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n' +
    `content-length: ${BODY.length}\r\n\r\n${BODY}`,
);

const stop = new AbortController();
process.once('message', () => stop.abort());
process.once('disconnect', () => process.exit(0));

const connection = await Connection.open(Number(process.argv[2]));
await connection.exchange(PING);
process.send?.({ isReady: true });

let slowest = 0;
while (!stop.signal.aborted) {
  const start = performance.now();
  try {
    await connection.exchange(PING);
  } catch {
    slowest = Infinity;
  }
  slowest = Math.max(slowest, performance.now() - start);
  await wait(5);
}
connection.close();
// JSON has no Infinity.
process.send?.({ slowest: String(slowest) });
