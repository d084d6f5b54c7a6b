/** The limits of the server below; the audits of it are told of them. */
export const limits = { maxBodyBytes: 20_000, maxBatchSize: 100 } as const;

export interface HttpMessage {
  readonly verb: string;
  readonly path: string;
  /** Several of one name are joined by a comma. */
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

/** What a method answers in place of a result. */
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
 * A JSON-RPC server in steps, right in all of them. A fault replaces one or two, so this has to be
 * plain enough to break, and has nothing of jsonrpc-kit in it.
 */
export const rightRules = {
  methods,

  verbRefusal: (verb: string): Reply | undefined =>
    verb === 'POST'
      ? undefined
      : { status: 405, headers: { allow: 'POST', 'content-type': 'application/json' }, body: '{}' },

  isMediaType: (type: string | undefined): boolean => JSON_TYPE.test(type ?? ''),

  isEncoding: (encoding: string | undefined): boolean => encoding === undefined,

  /** The bytes as they are to be read, or undefined where they are too many. */
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

  /** The method of its own route, from the path. */
  routeOf: (path: string): string | undefined => {
    const [, , method = ''] = path.split('?')[0]?.split('/') ?? [];
    return method === '' ? undefined : method;
  },

  isArray: (value: unknown): value is unknown[] => Array.isArray(value),

  batchRefusal: (items: readonly unknown[], route: string | undefined): Failure | undefined =>
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

  /** The failure that is answered for what a method threw. */
  failureOf: (error: unknown): Failure =>
    error instanceof Failure ? error : new Failure(-32603, 'Internal error'),

  /** The id of the answer to an object that may be no valid request. */
  idOf: (value: unknown): unknown =>
    isObject(value) && rightRules.isId(value['id']) ? value['id'] : null,

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

  /** Whether the answer waits for it. */
  awaits: (isNotification: boolean): boolean => !isNotification,

  /** Runs the items of a batch; what is undefined has no answer. */
  all: (items: readonly (() => Promise<unknown>)[]): Promise<unknown[]> =>
    Promise.all(items.map((run) => run())),

  /** The answer to a batch from those to its items. */
  joined: (answers: readonly unknown[]): unknown => (answers.length === 0 ? undefined : answers),

  encode: (value: unknown): string => JSON.stringify(value),

  reply: (body: string | undefined): Reply =>
    body === undefined
      ? { status: 204, headers: {}, body: '' }
      : { status: 200, headers: { 'content-type': 'application/json' }, body },

  /** Refusals that are no answer to a message: 413 and 415. */
  refusal: (status: number, body: string): Reply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body,
  }),
};

export type Rules = typeof rightRules;

/** Answers an HTTP request by these rules. */
export async function answer(rules: Rules, message: HttpMessage): Promise<Reply> {
  const { verb, headers, path, body } = message;
  const refused = rules.verbRefusal(verb);
  if (refused !== undefined) return refused;
  const refuse = (status: number): Reply =>
    rules.refusal(status, rules.encode(rules.error(invalidRequest([]), null)));
  if (!rules.isMediaType(headers['content-type'])) return refuse(415);
  if (!rules.isEncoding(headers['content-encoding'])) return refuse(415);
  const content = rules.content(body, headers);
  if (content === undefined) return refuse(413);
  const found = await answerText(rules, rules.decode(content), rules.routeOf(path));
  return rules.reply(found === undefined ? undefined : rules.encode(found));
}

async function answerText(
  rules: Rules,
  text: string | undefined,
  route: string | undefined,
): Promise<unknown> {
  let value: unknown;
  try {
    if (text === undefined) throw parseError;
    value = rules.parse(text);
  } catch {
    return rules.error(parseError, null);
  }
  if (!rules.isArray(value)) return answerItem(rules, value, route);
  const refusal = rules.batchRefusal(value, route);
  if (refusal !== undefined) return rules.error(refusal, null);
  const answers = await rules.all(value.map((item) => () => answerItem(rules, item, route)));
  return rules.joined(answers.filter((one) => one !== undefined));
}

async function answerItem(
  rules: Rules,
  value: unknown,
  route: string | undefined,
): Promise<unknown> {
  const problems = problemsOf(rules, value, route);
  const id = rules.idOf(value);
  if (problems.length > 0 || !isObject(value)) {
    return rules.error(invalidRequest(...problems), id);
  }
  const isNotification = rules.isNotification(value);
  const name = (value['method'] ?? route) as string;
  const run = (async () => {
    const method = route === undefined || route === name ? rules.find(name) : undefined;
    if (method === undefined) throw notFound;
    return method(rules.paramsOf(value));
  })().then(
    (result) => rules.success(id, result),
    (error: unknown) => rules.error(rules.failureOf(error), id),
  );
  if (!isNotification) return run;
  if (rules.awaits(true)) await run;
  return undefined;
}

function problemsOf(
  rules: Rules,
  value: unknown,
  route: string | undefined,
): (readonly string[])[] {
  if (!isObject(value)) return [[]];
  const problems: (readonly string[])[] = [];
  if (!rules.isVersion(value['jsonrpc'])) problems.push(['jsonrpc']);
  if ('id' in value && !rules.isId(value['id'])) problems.push(['id']);
  const isNamed = value['method'] !== undefined || route === undefined;
  if (isNamed && !rules.isMethodName(value['method'])) problems.push(['method']);
  if ('params' in value && !rules.areParams(value['params'])) problems.push(['params']);
  for (const name of Object.keys(value)) if (!rules.isMember(name)) problems.push([name]);
  return problems;
}
