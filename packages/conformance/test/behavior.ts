/** The limits of the server, to be passed to its audits. */
export const limits = { maxBodyBytes: 20_000, maxBatchSize: 100 } as const;

export interface HttpMessage {
  readonly verb: string;
  readonly path: string;
  /** Repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Members = Record<string, unknown>;
export type Method = (params: Members | readonly unknown[]) => unknown;

/** Thrown by a method for an error response. */
export class Failure extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const invalidRequest = (...errors: readonly (readonly string[])[]): Failure =>
  new Failure(-32600, 'Invalid Request', { errors: errors.map((loc) => ({ loc })) });
const parseError = new Failure(-32700, 'Parse error');
const notFound = new Failure(-32601, 'Method not found');

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumber = (value: unknown): value is number => typeof value === 'number';

function numbersOf(params: Members | readonly unknown[]): number[] {
  if (Array.isArray(params) && params.every(isNumber)) return params;
  throw new Failure(-32602, 'Invalid params');
}

function subtract(params: Members | readonly unknown[]): number {
  const names = ['minuend', 'subtrahend'];
  if (Array.isArray(params) && params.length > 2) throw new Failure(-32602, 'Invalid params');
  const values = names.map((name, index) =>
    Array.isArray(params) ? (params[index] as unknown) : ownMember(params as Members, name),
  );
  const wrong = names.filter((_, index) => !isNumber(values[index]));
  if (wrong.length > 0) {
    throw new Failure(-32602, 'Invalid params', { errors: wrong.map((name) => ({ loc: [name] })) });
  }
  return Number(values[0]) - Number(values[1]);
}

export function ownMember(params: Members, name: string): unknown {
  return Object.hasOwn(params, name) ? params[name] : undefined;
}

const methods: Record<string, Method> = {
  subtract,
  sum: (params) => numbersOf(params).reduce((sum, term) => sum + term, 0),
  get_data: () => ['hello', 5],
  update: (params) => void numbersOf(params),
  notify_hello: (params) => void numbersOf(params),
  notify_sum: (params) => void numbersOf(params),
  echo: (params) => params,
  throws: (params) => {
    throw new Error(String((params as Members)['secret']));
  },
  wait: (params) => {
    const { milliseconds } = params as { milliseconds: number };
    return new Promise((resolve) => {
      setTimeout(() => resolve(milliseconds), milliseconds).unref();
    });
  },
};

const JSON_TYPE =
  /^application\/(json|json-rpc|jsonrequest)(\s*;\s*(charset="?utf-8"?|(?!charset)\w+=\w+))*$/i;

/**
 * A correct JSON-RPC server as a record of steps, independent of jsonrpc-kit. A violation replaces one
 * or two of them.
 */
export const correctBehavior = {
  methods,

  rejectVerb: (verb: string): Reply | undefined =>
    verb === 'POST'
      ? undefined
      : { status: 405, headers: { allow: 'POST', 'content-type': 'application/json' }, body: '{}' },

  isMediaType: (type: string | undefined): boolean => JSON_TYPE.test(type ?? ''),

  isEncoding: (encoding: string | undefined): boolean => encoding === undefined,

  /** The body to decode, or undefined if it is too large. */
  content: (bytes: Buffer, _headers: HttpMessage['headers']): Buffer | undefined =>
    bytes.length > limits.maxBodyBytes ? undefined : bytes,

  decode: (bytes: Buffer): string | undefined => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  },

  parse: (text: string): unknown => JSON.parse(text),

  /** The method that the path names. */
  routeOf: (path: string): string | undefined => {
    const [, , method = ''] = path.split('?')[0]?.split('/') ?? [];
    return method === '' ? undefined : method;
  },

  isArray: (value: unknown): value is unknown[] => Array.isArray(value),

  rejectBatch: (items: readonly unknown[], route: string | undefined): Failure | undefined =>
    items.length === 0 || items.length > limits.maxBatchSize || route !== undefined
      ? invalidRequest([])
      : undefined,

  isNotification: (request: Members): boolean => !('id' in request),

  isVersion: (version: unknown): boolean => version === '2.0',
  isId: (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id),
  isMethodName: (name: unknown): boolean => typeof name === 'string',
  areParams: (params: unknown): boolean => typeof params === 'object' && params !== null,
  isMember: (name: string): boolean => ['jsonrpc', 'id', 'method', 'params'].includes(name),

  find: (name: string): Method | undefined =>
    Object.hasOwn(methods, name) ? methods[name] : undefined,

  paramsOf: (request: Members): Members | readonly unknown[] =>
    (request['params'] ?? {}) as Members,

  /** The error response for an exception. */
  failureOf: (error: unknown): Failure =>
    error instanceof Failure ? error : new Failure(-32603, 'Internal error'),

  /** The id of the response to an object that may be invalid. */
  idOf: (value: unknown): unknown =>
    isObject(value) && correctBehavior.isId(value['id']) ? value['id'] : null,

  success: (id: unknown, result: unknown): unknown => ({
    jsonrpc: '2.0',
    id,
    result: result === undefined ? null : result,
  }),

  error: ({ code, message, data }: Failure, id: unknown): unknown => ({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  }),

  /** Whether the HTTP response waits for the call. */
  waitsFor: (isNotification: boolean): boolean => !isNotification,

  /** Runs the items of a batch. */
  all: (items: readonly (() => Promise<unknown>)[]): Promise<unknown[]> =>
    Promise.all(items.map((run) => run())),

  /** Builds the response to a batch. */
  joinBatch: (responses: readonly unknown[]): unknown =>
    responses.length === 0 ? undefined : responses,

  encode: (value: unknown): string => JSON.stringify(value),

  reply: (body: string | undefined): Reply =>
    body === undefined
      ? { status: 204, headers: {}, body: '' }
      : { status: 200, headers: { 'content-type': 'application/json' }, body },

  /** The HTTP response to a request whose body is not read: 413 and 415. */
  rejection: (status: number, body: string): Reply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body,
  }),
};

export type Behavior = typeof correctBehavior;

/** Responds to an HTTP request. */
export async function respond(behavior: Behavior, message: HttpMessage): Promise<Reply> {
  const { verb, headers, path, body } = message;
  const rejected = behavior.rejectVerb(verb);
  if (rejected !== undefined) return rejected;
  const reject = (status: number): Reply =>
    behavior.rejection(status, behavior.encode(behavior.error(invalidRequest([]), null)));
  if (!behavior.isMediaType(headers['content-type'])) return reject(415);
  if (!behavior.isEncoding(headers['content-encoding'])) return reject(415);
  const content = behavior.content(body, headers);
  if (content === undefined) return reject(413);
  const found = await respondToText(behavior, behavior.decode(content), behavior.routeOf(path));
  return behavior.reply(found === undefined ? undefined : behavior.encode(found));
}

async function respondToText(
  behavior: Behavior,
  text: string | undefined,
  route: string | undefined,
): Promise<unknown> {
  let value: unknown;
  try {
    if (text === undefined) throw parseError;
    value = behavior.parse(text);
  } catch {
    return behavior.error(parseError, null);
  }
  if (!behavior.isArray(value)) return respondToItem(behavior, value, route);
  const rejection = behavior.rejectBatch(value, route);
  if (rejection !== undefined) return behavior.error(rejection, null);
  const responses = await behavior.all(
    value.map((item) => () => respondToItem(behavior, item, route)),
  );
  return behavior.joinBatch(responses.filter((one) => one !== undefined));
}

async function respondToItem(
  behavior: Behavior,
  value: unknown,
  route: string | undefined,
): Promise<unknown> {
  const problems = problemsOf(behavior, value, route);
  const id = behavior.idOf(value);
  if (problems.length > 0 || !isObject(value)) {
    return behavior.error(invalidRequest(...problems), id);
  }
  const isNotification = behavior.isNotification(value);
  const name = (value['method'] ?? route) as string;
  const run = (async () => {
    const method = route === undefined || route === name ? behavior.find(name) : undefined;
    if (method === undefined) throw notFound;
    return method(behavior.paramsOf(value));
  })().then(
    (result) => behavior.success(id, result),
    (error: unknown) => behavior.error(behavior.failureOf(error), id),
  );
  if (!isNotification) return run;
  if (behavior.waitsFor(true)) await run;
  return undefined;
}

function problemsOf(
  behavior: Behavior,
  value: unknown,
  route: string | undefined,
): (readonly string[])[] {
  if (!isObject(value)) return [[]];
  const problems: (readonly string[])[] = [];
  if (!behavior.isVersion(value['jsonrpc'])) problems.push(['jsonrpc']);
  if ('id' in value && !behavior.isId(value['id'])) problems.push(['id']);
  const isNamed = value['method'] !== undefined || route === undefined;
  if (isNamed && !behavior.isMethodName(value['method'])) problems.push(['method']);
  if ('params' in value && !behavior.areParams(value['params'])) problems.push(['params']);
  for (const name of Object.keys(value)) if (!behavior.isMember(name)) problems.push([name]);
  return problems;
}
