import {
  backgroundTasks,
  BaseError,
  defineError,
  dependency,
  type Entrypoint,
  type EntrypointOptions,
  HttpError,
  type HttpRequest,
  httpRequest,
  httpResponse,
  type HttpResponseHead,
  type Instrumentation,
  type JsonRpcMiddleware,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { oddValues } from '../../../../tooling/vitest/odd-values.ts';

class Custom extends defineError({ code: 6000, message: 'Custom' }) {}
class NotFound extends defineError({ code: 6404, message: 'Not found' }) {}

/** A request names one of these by its index, in the header `odd`. */
export const odd = oddValues({ BaseError, TypedError: NotFound });

/** A piece of application code that throws or returns the odd value that its request names. */
export interface OddCode {
  /** Where the odd value goes, as the title of a test. */
  readonly where: string;
  readonly options?: EntrypointOptions;
  /** Declares the method `run`; without it `run` returns "ran". */
  readonly declare?: (entrypoint: Pick<Entrypoint, 'method'>) => unknown;
  /** What the logger does with each line about a call of this entrypoint. */
  readonly log?: (value: unknown) => unknown;
  /** Added while the requests to this entrypoint are sent. */
  readonly instrumentation?: Instrumentation;
  /** Whether `run` succeeds and the code fails only after the response. */
  readonly failsAfterResponse?: boolean;
  /** Whether the log names no call, because the whole HTTP request or its envelope failed. */
  readonly logsWithoutId?: boolean;
  /** Whether the code throws an HttpError, so that the exchange has one response for all calls. */
  readonly endsExchange?: boolean;
}

/** Returns the odd value that the request names. */
function oddValueOf(request: HttpRequest): unknown {
  return oddValueAt(request.header('odd'));
}

/** Returns a new odd value; the index comes from a request. */
export function oddValueAt(index: string | undefined): unknown {
  return odd[Number(index)]?.[1]();
}

const raise = (value: unknown): never => {
  throw value;
};

type Use = (value: unknown) => unknown;

/** The ways in which a function passes on an odd value. */
const ways: readonly (readonly [how: string, use: Use])[] = [
  ['throws it', raise],
  ['rejects with it', async (value) => raise(value)],
  ['returns it', (value) => value],
];

const handlers: readonly OddCode[] = [
  handler('a handler throws it', raise),
  handler('an asynchronous handler rejects with it', async (value) => raise(value)),
  handler('a handler returns it', (value) => value),
  handler('an asynchronous handler returns it in an array', async (value) => [value]),
  handler('a getter of the result throws it', (value) => ({
    get member(): unknown {
      return raise(value);
    },
  })),
  handler('toJSON of the result throws it', (value) => ({ toJSON: () => raise(value) })),
  handler('toJSON of the result returns it', (value) => ({ toJSON: () => value })),
  handler('getResponse() of an error throws it', (value) => raise(errorWith(() => raise(value)))),
  handler('getResponse() of an error returns it', (value) => raise(errorWith(() => value))),
  handler('getResponse() of an error returns it as the error', (value) =>
    raise(errorWith(() => ({ error: value }))),
  ),
  handler('the data of an error holds it', (value) => raise(errorWithData(value))),
];

const httpErrors: readonly OddCode[] = [
  httpError('the status of an HttpError is it', (value) => ({ status: value })),
  httpError('the detail of an HttpError is it', (value) => ({ detail: value })),
  httpError('the headers of an HttpError are it', (value) => ({ headers: value })),
  httpError('a header of an HttpError is it', (value) => ({ headers: { odd: value } })),
];

const responses: readonly OddCode[] = [
  response('the status of the HTTP response is it', (sent, value) => {
    sent.status = value as number;
  }),
  response('a header of the HTTP response is it', (sent, value) => {
    sent.headers.set('odd', value as string);
  }),
  response('a cookie of the HTTP response is it', (sent, value) => {
    sent.setCookie('odd', value as string);
  }),
];

const commit = dependency(
  { request: httpRequest },
  function* ({ request }) {
    yield 1;
    raise(oddValueOf(request));
  },
  { teardown: 'before-response' },
);

const commitWithData = dependency(
  { request: httpRequest },
  function* ({ request }) {
    yield 1;
    raise(errorWithData(oddValueOf(request)));
  },
  { teardown: 'before-response' },
);

const rollback = dependency({ request: httpRequest }, function* ({ request }) {
  try {
    yield 1;
  } catch {
    raise(oddValueOf(request));
  }
});

const dependencies: readonly OddCode[] = [
  argument('a dependency throws it', (request) => raise(oddValueOf(request))),
  argument('a dependency returns it', oddValueOf),
  argument('a dependency rejects with it', async (request) => raise(oddValueOf(request))),
  argument('a dependency yields it', function* (request) {
    yield oddValueOf(request);
  }),
  argument('a dependency throws it before its yield', function* (request) {
    raise(oddValueOf(request));
    yield 1;
  }),
  {
    ...argument('a dependency throws it after its yield', async function* (request) {
      yield 1;
      raise(oddValueOf(request));
    }),
    failsAfterResponse: true,
  },
  {
    where: 'a commit before the response throws it',
    declare: (entrypoint) => entrypoint.method('run', { args: { commit } }, () => 'ran'),
  },
  {
    where: 'a rollback throws it',
    declare: (entrypoint) =>
      entrypoint.method('run', { args: { rollback } }, () => raise(new Error('failed'))),
  },
  shared('a shared dependency throws it', (request) => raise(oddValueOf(request))),
  shared('a shared dependency rejects with it', async (request) => raise(oddValueOf(request))),
  {
    where: 'a shared commit before the response throws it',
    options: { dependencies: [commit] },
    logsWithoutId: true,
  },
  {
    where: 'a shared commit throws a typed error whose data holds it',
    options: { dependencies: [commitWithData] },
    logsWithoutId: true,
  },
];

const schemas: readonly OddCode[] = [
  parameter('a schema throws it', raise),
  parameter('a schema rejects with it', async (value) => raise(value)),
  parameter('a schema returns it', (value) => value),
  parameter('a schema returns it as its issues', (value) => ({ issues: [value] })),
  parameter('a schema returns it as the value', (value) => ({ value })),
  {
    where: 'a result schema throws it',
    declare: (entrypoint) =>
      entrypoint.method(
        'run',
        { args: { odd: v.string() }, result: schemaOf((index) => raise(oddValueAt(index))) },
        (args) => args.odd,
      ),
  },
  envelope('the request schema throws it', raise),
  envelope('the request schema returns it', (value) => value),
];

const middlewares: readonly OddCode[] = [
  middleware('throws it before next()', async (value) => raise(value)),
  middleware('throws it after next()', async (value, _ctx, next) => {
    await next();
    raise(value);
  }),
  middleware('throws it synchronously', raise),
  middleware('returns it instead of a promise', (value) => value),
  middleware('assigns it as the response', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = value as never;
  }),
  middleware('assigns it as the error', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = { error: value as never };
  }),
  middleware('assigns it as the result', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = { result: value };
  }),
  middleware('assigns it as the code and the message', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = { error: { code: value as never, message: value as never } };
  }),
  middleware('puts it into the response', async (value, ctx, next) => {
    await next();
    Object.assign(ctx.rawResponse ?? {}, { result: value, error: value });
  }),
];

const tasks: readonly OddCode[] = ways.map(([how, use]) => ({
  where: `a background task ${how}`,
  declare: (entrypoint) =>
    entrypoint.method('run', { args: { request: httpRequest, tasks: backgroundTasks } }, (args) => {
      args.tasks.add(() => use(oddValueOf(args.request)));
      return 'ran';
    }),
  failsAfterResponse: how !== 'returns it',
}));

const schedulers: readonly OddCode[] = [
  ...ways.map(([how, use]) => scheduler(how, (value) => use(value))),
  scheduler('runs the task and rejects with it', async (value, task) => {
    await task();
    raise(value);
  }),
];

const loggers: readonly OddCode[] = ways.map(([how, log]) => ({
  where: `a logger ${how}`,
  declare: (entrypoint) => entrypoint.method('run', {}, () => raise(1)),
  log,
}));

const hooks: readonly OddCode[] = ways.map(([how, use]) => {
  const hook = (request: HttpRequest): unknown => use(oddValueOf(request));
  return {
    where: `an instrumentation hook ${how}`,
    declare: (entrypoint) => entrypoint.method('run', {}, () => raise(1)),
    instrumentation: {
      request: (request) => hook(request.httpRequest),
      call: (ctx) => hook(ctx.httpRequest),
      afterResponse: (ctx) => hook(ctx.httpRequest),
      error: (report) => hook(report.httpRequest) as void,
    },
  };
});

/** One entrypoint for each, at `/` and its index. */
export const oddCode: readonly OddCode[] = [
  ...handlers,
  ...httpErrors,
  ...responses,
  ...dependencies,
  ...schemas,
  ...middlewares,
  ...tasks,
  ...schedulers,
  ...loggers,
  ...hooks,
];

function handler(where: string, use: Use): OddCode {
  return {
    where,
    declare: (entrypoint) =>
      entrypoint.method('run', { args: { request: httpRequest } }, ({ request }) =>
        use(oddValueOf(request)),
      ),
  };
}

function httpError(where: string, membersWith: (value: unknown) => object): OddCode {
  const fail = (value: unknown): never => {
    const members = Object.entries(membersWith(value)).map(([name, member]) => [
      name,
      { value: member as unknown },
    ]);
    throw Object.defineProperties(
      new HttpError(418),
      Object.fromEntries(members) as PropertyDescriptorMap,
    );
  };
  return { ...handler(where, fail), endsExchange: true, logsWithoutId: true };
}

function response(where: string, set: (sent: HttpResponseHead, value: unknown) => void): OddCode {
  return {
    where,
    declare: (entrypoint) =>
      entrypoint.method(
        'run',
        { args: { request: httpRequest, sent: httpResponse } },
        ({ request, sent }) => set(sent, oddValueOf(request)),
      ),
  };
}

function argument(where: string, resolve: (request: HttpRequest) => unknown): OddCode {
  const one = dependency({ request: httpRequest }, ({ request }) => resolve(request));
  return {
    where,
    declare: (entrypoint) => entrypoint.method('run', { args: { one } }, () => 'ran'),
  };
}

function shared(where: string, resolve: (request: HttpRequest) => unknown): OddCode {
  const one = dependency({ request: httpRequest }, ({ request }) => resolve(request));
  return { where, options: { dependencies: [one] } };
}

function parameter(where: string, use: Use): OddCode {
  const value = schemaOf((index) => use(oddValueAt(index)));
  return {
    where,
    declare: (entrypoint) => entrypoint.method('run', { args: { odd: value } }, () => 'ran'),
  };
}

function envelope(where: string, use: Use): OddCode {
  const requestSchema = schemaOf((raw: Envelope | undefined) =>
    isProbe(raw) ? { value: raw } : use(oddValueAt(raw?.params?.odd)),
  );
  return { where, options: { requestSchema }, logsWithoutId: true };
}

interface Envelope {
  readonly method?: string;
  readonly params?: { readonly odd?: string };
}

/** Whether this is the request that validates a request schema when it is declared. */
function isProbe(raw: Envelope | undefined): boolean {
  return raw?.method === 'a';
}

function middleware(
  what: string,
  use: (value: unknown, ...args: Parameters<JsonRpcMiddleware>) => unknown,
): OddCode {
  const layer = (...args: Parameters<JsonRpcMiddleware>): unknown =>
    use(oddValueOf(args[0].httpRequest), ...args);
  return { where: `a middleware ${what}`, options: { middlewares: [layer as JsonRpcMiddleware] } };
}

function scheduler(what: string, add: (value: unknown, task: () => unknown) => unknown): OddCode {
  // A scheduler doesn't see the request. The calls of a test all name the same value.
  let value: unknown;
  const readValue = dependency({ request: httpRequest }, ({ request }) => {
    value = oddValueOf(request);
  });
  const schedulerFactory = () => ({
    size: 0,
    add: ((task: () => unknown) => add(value, task)) as never,
  });
  return {
    where: `the scheduler ${what}`,
    options: { dependencies: [readValue], schedulerFactory },
  };
}

/** @param validate may return anything, as a schema in JavaScript may */
function schemaOf(validate: (raw: never) => unknown) {
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: validate as unknown as (raw: unknown) => { readonly value: unknown },
    },
  };
}

function errorWith(getResponse: () => unknown): BaseError {
  return Object.assign(new Custom(), { getResponse });
}

function errorWithData(data: unknown): BaseError {
  return Object.defineProperty(new Custom(), 'data', { value: { deep: data } });
}
