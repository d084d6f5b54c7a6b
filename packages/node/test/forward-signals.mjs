// The parent of a server in the same process group. It forwards signals, as npm does, so each signal to
// the group reaches the server twice. It prints how the server has exited.
import { fork } from 'node:child_process';

const server = fork(new URL('server-for-signals.mjs', import.meta.url), [
  'lock',
  ...process.argv.slice(2),
]);
process.on('SIGTERM', (signal) => {
  server.kill(signal);
  server.send('go on');
});
server.on('message', (message) => process.send(message));
server.on('exit', (code, signal) => {
  console.log(JSON.stringify({ code, signal }));
  process.disconnect();
});
