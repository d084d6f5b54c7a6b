import {
  Api,
  backgroundTasks,
  cookie,
  Entrypoint,
  header,
  HttpError,
  httpRequest,
  httpResponse,
  type Logger,
} from '@jsonrpc-kit/core';
import { adapterApi, type PageRoute } from '@jsonrpc-kit/core/adapter';
import * as v from 'valibot';

const silent: Logger = { error: () => undefined, warn: () => undefined };

/** Creates the api that all servers serve: an entrypoint at `/rpc`, another at `/large`, and a page at `/docs`. */
export function parityApi(logger = silent): Api {
  const api = new Api({ logger }).bindEntrypoint(rpc).bindEntrypoint(large);
  adapterApi(api).addPage(docs);
  return api;
}

const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 1000, maxBatchSize: 3 } });
rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
rpc.method('a.b', {}, () => 'dotted');
rpc.method('a/b', {}, () => 'with a slash');
rpc.method('50%', {}, () => 'with a percent sign');
rpc.method('žluť', {}, () => 'in Czech');
rpc.method('path', { args: { request: httpRequest } }, ({ request }) => request.path);
rpc.method('keys', { args: { value: v.unknown() } }, ({ value }) => JSON.stringify(value));
rpc.method(
  'headers',
  {
    args: {
      user: header(v.optional(v.string())),
      auth: header(v.optional(v.string()), { alias: 'authorization' }),
    },
  },
  (args) => args,
);
rpc.method(
  'inherited-names',
  {
    args: {
      a: header(v.optional(v.string()), { alias: 'constructor' }),
      b: header(v.optional(v.string()), { alias: '__proto__' }),
    },
  },
  (args) => args,
);
rpc.method('cookies', { args: { a: cookie(v.string()), b: cookie(v.string()) } }, (args) => args);
rpc.method('later', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
  tasks.add(() => undefined);
});
rpc.method('sign-in', { args: { response: httpResponse } }, ({ response }) => {
  response.status = 201;
  response.headers.set('x-custom', '42');
  response.headers.append('vary', 'origin');
  response.headers.append('vary', 'cookie');
  response.setCookie('session', 's3cret', { httpOnly: true });
  response.setCookie('theme', 'dark');
});
rpc.method('set-type', { args: { response: httpResponse } }, ({ response }) => {
  response.headers.set('content-type', 'text/html');
  response.headers.set('content-length', '1');
});
rpc.method('no-status', { args: { response: httpResponse } }, ({ response }) => {
  response.status = 204;
});
rpc.method('guarded', {}, () => {
  throw new HttpError(401, { why: 'žádné heslo' }, { 'www-authenticate': 'Basic realm="bank"' });
});
rpc.method('unavailable', {}, () => {
  throw new HttpError(503, 'Later', { 'retry-after': '5', 'set-cookie': 'seen=1' });
});
rpc.method('unsendable', {}, () => {
  throw new HttpError(403, 'No', { 'x-bad': 'a\nb' });
});
rpc.method('forbidden', { args: { name: v.string() } }, ({ name }) => {
  throw new HttpError(403, 'No', { [name]: 'close' });
});
rpc.method(
  'set-header',
  {
    args: {
      name: v.string(),
      value: v.optional(v.string(), '1'),
      size: v.optional(v.number()),
      response: httpResponse,
    },
  },
  ({ name, value, size, response }) => {
    response.headers.set(name, value);
    return size === undefined ? null : 'x'.repeat(size);
  },
);
rpc.method('throws', {}, () => {
  throw new Error('not for the client');
});

/** Accepts larger bodies than the frameworks do by default, and sends long responses. */
const large = new Entrypoint('/large', { limits: { maxBodyBytes: 4 * 1024 * 1024 } });
large.method('length', { args: { text: v.string() } }, ({ text }) => text.length);
large.method('repeat', { args: { text: v.string(), times: v.number() } }, ({ text, times }) =>
  text.repeat(times),
);

const docs: PageRoute = {
  path: '/docs',
  handle: () => ({
    status: 200,
    body: new TextEncoder().encode('<h1>žluť</h1>'),
    contentType: 'text/html; charset=utf-8',
    headers: [['content-security-policy', "default-src 'none'"]],
    onSent: undefined,
  }),
};
