import {
  backgroundTasks,
  BaseError,
  type Carrier,
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

/** The odd values. A request selects one by its index, in the header `odd`. */
export const odd = oddValues({ BaseError, TypedError: NotFound });

/** A piece of application code that throws or returns the odd value that the request selects. */
export interface OddCode {
  /** Describes what the code does with the odd value, in the title of a test. */
  readonly title: string;
  readonly options?: EntrypointOptions;
  /** Declares the method `run`; if it's undefined, `run` returns "ran". */
  readonly declare?: (entrypoint: Pick<Entrypoint, 'method'>) => unknown;
  /** What the logger does with each line about a call of this entrypoint. */
  readonly log?: (value: unknown) => unknown;
  /** Added while the requests to this entrypoint are sent. */
  readonly instrumentation?: Instrumentation;
  /** Whether `run` succeeds, because the code fails after the response. */
  readonly failsAfterResponse?: boolean;
  /** Whether log lines have no call id, because the whole HTTP request or its envelope failed. */
  readonly logsWithoutId?: boolean;
  /** Whether the code throws an HttpError, so that the exchange has one response for all calls. */
  readonly endsExchange?: boolean;
}

/** Returns the odd value that the request selects. */
function oddValueOf(request: Pick<HttpRequest, 'header'>): unknown {
  return oddValueAt(request.header('odd'));
}

/** Returns a new odd value for an index from a request. */
export function oddValueAt(index: string | undefined): unknown {
  return odd[Number(index)]?.[1]();
}

const raise = (value: unknown): never => {
  throw value;
};

type Use = (value: unknown) => unknown;

/** The ways in which a function can end with an odd value. */
const outcomes: readonly (readonly [title: string, use: Use])[] = [
  ['throws an odd value', raise],
  ['rejects with an odd value', async (value) => raise(value)],
  ['returns an odd value', (value) => value],
];

const handlers: readonly OddCode[] = [
  handler('a handler throws an odd value', raise),
  handler('an asynchronous handler rejects with an odd value', async (value) => raise(value)),
  handler('a handler returns an odd value', (value) => value),
  handler('an asynchronous handler returns an odd value in an array', async (value) => [value]),
  handler('a getter of the result throws an odd value', (value) => ({
    get member(): unknown {
      return raise(value);
    },
  })),
  handler('toJSON of the result throws an odd value', (value) => ({ toJSON: () => raise(value) })),
  handler('toJSON of the result returns an odd value', (value) => ({ toJSON: () => value })),
  handler('getResponse() of an error throws an odd value', (value) =>
    raise(errorWith(() => raise(value))),
  ),
  handler('getResponse() of an error returns an odd value', (value) =>
    raise(errorWith(() => value)),
  ),
  handler('getResponse() of an error returns an odd value as the error', (value) =>
    raise(errorWith(() => ({ error: value }))),
  ),
  handler('the data of an error holds an odd value', (value) => raise(errorWithData(value))),
];

const httpErrors: readonly OddCode[] = [
  httpError('the status of an HttpError is an odd value', (value) => ({ status: value })),
  httpError('the detail of an HttpError is an odd value', (value) => ({ detail: value })),
  httpError('the headers of an HttpError are an odd value', (value) => ({ headers: value })),
  httpError('a header of an HttpError is an odd value', (value) => ({ headers: { odd: value } })),
];

const responses: readonly OddCode[] = [
  response('the status of the HTTP response is an odd value', (sent, value) => {
    sent.status = value as number;
  }),
  response('a header of the HTTP response is an odd value', (sent, value) => {
    sent.headers.set('odd', value as string);
  }),
  response('a cookie of the HTTP response is an odd value', (sent, value) => {
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
  argument('a dependency throws an odd value', (request) => raise(oddValueOf(request))),
  argument('a dependency returns an odd value', oddValueOf),
  argument('a dependency rejects with an odd value', async (request) => raise(oddValueOf(request))),
  argument('a dependency yields an odd value', function* (request) {
    yield oddValueOf(request);
  }),
  argument('a dependency throws an odd value before its yield', function* (request) {
    raise(oddValueOf(request));
    yield 1;
  }),
  {
    ...argument('a dependency throws an odd value after its yield', async function* (request) {
      yield 1;
      raise(oddValueOf(request));
    }),
    failsAfterResponse: true,
  },
  {
    title: 'a commit before the response throws an odd value',
    declare: (entrypoint) => entrypoint.method('run', { args: { commit } }, () => 'ran'),
  },
  {
    title: 'a rollback throws an odd value',
    declare: (entrypoint) =>
      entrypoint.method('run', { args: { rollback } }, () => raise(new Error('failed'))),
  },
  shared('a shared dependency throws an odd value', (request) => raise(oddValueOf(request))),
  shared('a shared dependency rejects with an odd value', async (request) =>
    raise(oddValueOf(request)),
  ),
  {
    title: 'a shared commit before the response throws an odd value',
    options: { messageDependencies: [commit] },
    logsWithoutId: true,
  },
  {
    title: 'a shared commit throws a typed error whose data holds an odd value',
    options: { messageDependencies: [commitWithData] },
    logsWithoutId: true,
  },
];

const schemas: readonly OddCode[] = [
  parameter('a schema throws an odd value', raise),
  parameter('a schema rejects with an odd value', async (value) => raise(value)),
  parameter('a schema returns an odd value', (value) => value),
  parameter('a schema returns an odd value as its issues', (value) => ({ issues: [value] })),
  parameter('a schema returns an odd value as the value', (value) => ({ value })),
  {
    title: 'a result schema throws an odd value',
    declare: (entrypoint) =>
      entrypoint.method(
        'run',
        { args: { odd: v.string() }, result: schemaOf((index) => raise(oddValueAt(index))) },
        (args) => args.odd,
      ),
  },
  envelope('the request schema throws an odd value', raise),
  envelope('the request schema returns an odd value', (value) => value),
];

const middlewares: readonly OddCode[] = [
  middleware('throws an odd value before next()', async (value) => raise(value)),
  middleware('throws an odd value after next()', async (value, _ctx, next) => {
    await next();
    raise(value);
  }),
  middleware('throws an odd value synchronously', raise),
  middleware('returns an odd value instead of a promise', (value) => value),
  middleware('assigns an odd value as the response', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = value as never;
  }),
  middleware('assigns an odd value as the error', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = { error: value as never };
  }),
  middleware('assigns an odd value as the result', async (value, ctx, next) => {
    await next();
    ctx.rawResponse = { result: value };
  }),
  middleware(
    'assigns an odd value as the code and the message of the error',
    async (value, ctx, next) => {
      await next();
      ctx.rawResponse = { error: { code: value as never, message: value as never } };
    },
  ),
  middleware('puts an odd value into the response', async (value, ctx, next) => {
    await next();
    Object.assign(ctx.rawResponse ?? {}, { result: value, error: value });
  }),
];

const tasks: readonly OddCode[] = outcomes.map(([outcome, use]) => ({
  title: `a background task ${outcome}`,
  declare: (entrypoint) =>
    entrypoint.method('run', { args: { request: httpRequest, tasks: backgroundTasks } }, (args) => {
      args.tasks.add(() => use(oddValueOf(args.request)));
      return 'ran';
    }),
  failsAfterResponse: outcome !== 'returns an odd value',
}));

const schedulers: readonly OddCode[] = [
  ...outcomes.map(([outcome, use]) => scheduler(outcome, (value) => use(value))),
  scheduler('runs the task and rejects with an odd value', async (value, task) => {
    await task();
    raise(value);
  }),
];

const loggers: readonly OddCode[] = outcomes.map(([outcome, log]) => ({
  title: `a logger ${outcome}`,
  declare: (entrypoint) => entrypoint.method('run', {}, () => raise(1)),
  log,
}));

const hooks: readonly OddCode[] = outcomes.map(([outcome, use]) => {
  const hook = (carrier: Carrier): unknown => use(oddValueOf(carrier));
  return {
    title: `an instrumentation hook ${outcome}`,
    declare: (entrypoint) => entrypoint.method('run', {}, () => raise(1)),
    instrumentation: {
      request: ({ httpRequest: request }) => use(oddValueOf(request)),
      message: ({ carrier }) => hook(carrier),
      call: ({ carrier }) => hook(carrier),
      afterResponse: ({ carrier }) => hook(carrier),
      error: ({ carrier }) => hook(carrier) as void,
    },
  };
});

/** All pieces of odd code. Each is served on the entrypoint `/<index>`. */
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

function handler(title: string, use: Use): OddCode {
  return {
    title,
    declare: (entrypoint) =>
      entrypoint.method('run', { args: { request: httpRequest } }, ({ request }) =>
        use(oddValueOf(request)),
      ),
  };
}

function httpError(title: string, membersWith: (value: unknown) => object): OddCode {
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
  return { ...handler(title, fail), endsExchange: true, logsWithoutId: true };
}

function response(title: string, set: (sent: HttpResponseHead, value: unknown) => void): OddCode {
  return {
    title,
    declare: (entrypoint) =>
      entrypoint.method(
        'run',
        { args: { request: httpRequest, sent: httpResponse } },
        ({ request, sent }) => set(sent, oddValueOf(request)),
      ),
  };
}

function argument(title: string, resolve: (request: HttpRequest) => unknown): OddCode {
  const one = dependency({ request: httpRequest }, ({ request }) => resolve(request));
  return {
    title,
    declare: (entrypoint) => entrypoint.method('run', { args: { one } }, () => 'ran'),
  };
}

function shared(title: string, resolve: (request: HttpRequest) => unknown): OddCode {
  const one = dependency({ request: httpRequest }, ({ request }) => resolve(request));
  return { title, options: { messageDependencies: [one] } };
}

function parameter(title: string, use: Use): OddCode {
  const value = schemaOf((index) => use(oddValueAt(index)));
  return {
    title,
    declare: (entrypoint) => entrypoint.method('run', { args: { odd: value } }, () => 'ran'),
  };
}

function envelope(title: string, use: Use): OddCode {
  const requestSchema = schemaOf((raw: Envelope | undefined) =>
    isProbe(raw) ? { value: raw } : use(oddValueAt(raw?.params?.odd)),
  );
  return { title, options: { requestSchema }, logsWithoutId: true };
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
  action: string,
  use: (value: unknown, ...args: Parameters<JsonRpcMiddleware>) => unknown,
): OddCode {
  const layer = (...args: Parameters<JsonRpcMiddleware>): unknown =>
    use(oddValueOf(args[0].carrier), ...args);
  return {
    title: `a middleware ${action}`,
    options: { middlewares: [layer as JsonRpcMiddleware] },
  };
}

function scheduler(action: string, add: (value: unknown, task: () => unknown) => unknown): OddCode {
  // A scheduler doesn't receive the request. All calls of a test select the same value.
  let value: unknown;
  const readValue = dependency({ request: httpRequest }, ({ request }) => {
    value = oddValueOf(request);
  });
  const schedulerFactory = () => ({
    size: 0,
    add: ((task: () => unknown) => add(value, task)) as never,
  });
  return {
    title: `the scheduler ${action}`,
    options: { messageDependencies: [readValue], schedulerFactory },
  };
}

/** Creates a schema whose `validate` can return anything, as a schema written in JavaScript can. */
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
