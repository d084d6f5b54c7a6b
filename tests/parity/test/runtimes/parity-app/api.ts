import { type Api, backgroundTasks, dependency, Entrypoint, signal } from '@jsonrpc-kit/core';
import { parityApi } from '../../parity-api.js';

const events: string[] = [];

const opened = dependency({}, function* () {
  yield 'open';
  events.push('teardown');
});

/** Methods that record events, which a client reads with the method `events`. */
const recording = new Entrypoint('/recording', { limits: { maxBodyBytes: 1000, bodyTimeout: 50 } });
recording.method('wait', { args: { opened, signal } }, async ({ signal: abortSignal }) => {
  events.push('waiting');
  await new Promise<void>((resolve) => {
    abortSignal.addEventListener('abort', () => {
      events.push('aborted');
      resolve();
    });
    // On a runtime that doesn't abort the signal, the call ends after this time.
    setTimeout(resolve, 5_000);
  });
});
const later = { opened, tasks: backgroundTasks, signal };
recording.method('later', { args: later }, ({ tasks, signal: abortSignal }) => {
  tasks.add(async () => {
    // Long enough to detect a signal that is aborted after the response.
    await new Promise((resolve) => void setTimeout(resolve, 20));
    events.push(abortSignal.aborted ? 'task with aborted signal' : 'task');
  });
  return 'now';
});
recording.method('events', {}, () => events);
recording.method('clearEvents', {}, () => void events.splice(0));

/** The api of the parity tests, and the methods above. */
export const api: Api = parityApi().bindEntrypoint(recording);
