import { type Api, backgroundTasks, dependency, Entrypoint, signal } from '@jsonrpc-kit/core';
import { parityApi } from '../../parity-api.js';

const events: string[] = [];

const opened = dependency({}, function* () {
  yield 'open';
  events.push('closed');
});

/** Methods that record what happens to them, for a client that asks for it later. */
const recording = new Entrypoint('/recording', { maxBodyBytes: 1000, bodyTimeout: 50 });
recording.method('wait', { args: { opened, signal } }, async ({ signal: gone }) => {
  events.push('waiting');
  await new Promise<void>((resolve) => {
    gone.addEventListener('abort', () => {
      events.push('gone');
      resolve();
    });
    // A runtime without a signal of the request ends the call in time.
    setTimeout(resolve, 5_000);
  });
});
const later = { opened, tasks: backgroundTasks, signal };
recording.method('later', { args: later }, ({ tasks, signal: gone }) => {
  tasks.add(async () => {
    // Long enough for a signal that fires after the response.
    await new Promise((resolve) => void setTimeout(resolve, 20));
    events.push(gone.aborted ? 'aborted task' : 'task');
  });
  return 'now';
});
recording.method('events', {}, () => events);
recording.method('forget', {}, () => void events.splice(0));

/** The api of the parity tests, and the methods above. */
export const api: Api = parityApi().bindEntrypoint(recording);
