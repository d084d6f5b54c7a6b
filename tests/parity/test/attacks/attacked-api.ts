import {
  Api,
  apiKeyCookie,
  cookie,
  Entrypoint,
  header,
  httpBasic,
  HttpError,
  httpResponse,
  params,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** A logger for servers whose errors the test expects. */
export const silent = { error: () => undefined, warn: () => undefined };

/** How many calls of the method `whoami` run at once before the first of them finishes. */
export const CLIENTS = 20;

/**
 * An api with methods on `/rpc` that read params, headers and cookies, and write headers and cookies.
 * A middleware guards `/admin`.
 *
 * @param received collects the params of `echo`, `store` and `transfer`
 */
export function attackedApi(received: unknown[]): Api {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 100_000, maxBatchSize: 5 } });
  const record = <Value>(value: Value): Value => {
    received.push(value);
    return value;
  };
  rpc.method('ping', {}, () => 'pong');
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => record(value));
  rpc.method('store', { args: { all: params(v.record(v.string(), v.unknown())) } }, ({ all }) =>
    record(all),
  );
  const amount = v.pipe(v.number(), v.minValue(1), v.maxValue(100));
  rpc.method('transfer', { args: { amount } }, ({ amount: transferred }) => record(transferred));
  rpc.method('react', { args: { emoji: v.pipe(v.string(), v.emoji()) } }, ({ emoji }) => emoji);
  addReaders(rpc);
  addWriters(rpc);

  const admin = new Entrypoint('/admin', {
    middlewares: [
      async (ctx, next) => {
        if (ctx.carrier.header('authorization') === undefined)
          throw new HttpError(401, 'No credential');
        await next();
      },
    ],
  });
  admin.method('ping', {}, () => 'secret');
  return new Api({ logger: silent }).bindEntrypoint(rpc).bindEntrypoint(admin);
}

function addReaders(rpc: Entrypoint): void {
  const uuid = v.pipe(v.string(), v.uuid());
  rpc.method('basic', { args: { user: httpBasic() } }, ({ user }) => user.username);
  rpc.method('key', { args: { key: apiKeyCookie('key') } }, ({ key }) => key);
  rpc.method('tenant', { args: { tenant: header(uuid) } }, () => null);
  rpc.method('session', { args: { session: cookie(uuid) } }, () => null);
  const optional = v.optional(v.string());
  const sources = { user: header(optional), session: cookie(optional) };
  rpc.method('read', { args: sources }, (read) => read);

  let waiting: (() => void)[] = [];
  rpc.method('whoami', { args: { user: header(v.string()) } }, async ({ user }) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < CLIENTS) return;
      // The calls finish in reverse order.
      for (const resume of waiting.toReversed()) resume();
      waiting = [];
    });
    return user;
  });
}

function addWriters(rpc: Entrypoint): void {
  const args = { text: v.string(), response: httpResponse };
  rpc.method('setName', { args }, ({ text, response }) => {
    response.setCookie(text, 'value');
  });
  rpc.method('setValue', { args }, ({ text, response }) => {
    response.setCookie('name', text);
  });
  rpc.method('setPath', { args }, ({ text, response }) => {
    response.setCookie('name', 'value', { path: text });
  });
  rpc.method('setDomain', { args }, ({ text, response }) => {
    response.setCookie('name', 'value', { domain: text });
  });
  rpc.method('setHeader', { args }, ({ text, response }) => {
    response.headers.set('x-text', text);
  });
}
