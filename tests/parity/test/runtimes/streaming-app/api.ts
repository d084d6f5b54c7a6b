import {
  Api,
  connection,
  cookie,
  dependency,
  Entrypoint,
  HttpError,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** What has happened in the process. */
let events: string[] = [];

const opened = dependency({}, function* () {
  yield 'open';
  events.push('teardown');
});

const session = dependency({ user: cookie(v.optional(v.string())) }, function* ({ user }) {
  if (user === 'nobody') throw new HttpError(401, 'Who are you?');
  yield user ?? 'guest';
  events.push('session closed');
});

const rpc = new Entrypoint('/rpc', {
  connectionDependencies: [session],
  limits: { maxBodyBytes: 10_000, sendTimeout: 2_000 },
});

rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
rpc.method('whoAmI', { args: { session, connection } }, ({ session: user, connection: own }) => ({
  user,
  address: own?.address ?? null,
}));
rpc.method('leave', { args: { connection } }, ({ connection: own }) => {
  own?.close(4001, 'Bye');
  return null;
});
rpc.method('wait', { args: { signal } }, ({ signal: own }) => {
  events.push('waiting');
  return new Promise((_, reject) => {
    own.addEventListener('abort', () => {
      events.push('aborted');
      reject(new DOMException('Aborted', 'AbortError'));
    });
  });
});
rpc.method('nap', {}, async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return null;
});
rpc.method('expireSoon', { args: { connection } }, ({ connection: own }) => {
  own?.expireAt(Date.now() + 100);
  return null;
});
rpc.subscription('count', { event: v.number() }, async function* () {
  for (let count = 1; count <= 3; count += 1) yield count;
});
rpc.subscription('forever', { args: { opened, signal } }, async function* ({ signal: own }) {
  yield 1;
  await new Promise((resolve) => own.addEventListener('abort', resolve));
});
rpc.subscription('flood', { args: { opened } }, async function* () {
  for (let count = 0; ; count += 1) {
    events[0] = `produced ${count}`;
    yield 'x'.repeat(64 * 1024);
  }
});

/** Without connection dependencies, so that an HTTP request can call it. */
const control = new Entrypoint('/control');
control.method('events', {}, () => events);
control.method('clearEvents', {}, () => {
  events = [];
  return null;
});

export const api: Api = new Api().bindEntrypoint(rpc).bindEntrypoint(control);
