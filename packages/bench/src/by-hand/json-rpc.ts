import * as v from 'valibot';
import type { Setup } from '../service/setup.js';
import { idOf, isRequest, type Request } from './envelope.js';
import { type HandMethod, handMethods } from './methods.js';
import { throughMiddlewares } from './middlewares.js';
import {
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  type Response,
  success,
} from './response.js';

/** Undefined where nothing is answered. */
export type Answer = Response | readonly Response[] | undefined;
type MaybePromise<Value> = Value | Promise<Value>;
type OneAnswer = MaybePromise<Response | undefined>;

const MAX_BATCH_SIZE = 1000;

/**
 * JSON-RPC 2.0 as somebody writes it by hand who knows the specification and wants it fast: no
 * promise where nothing is asynchronous. What it leaves out of the framework's work is told in the
 * README.
 *
 * @returns a function from a decoded body, and the token of the request, to what is answered
 */
export function jsonRpcByHand(
  setup: Setup,
  methods: ReadonlyMap<string, HandMethod> = handMethods(setup),
): (message: unknown, token: string | undefined) => MaybePromise<Answer> {
  const answerOne = (item: unknown, token: string | undefined): OneAnswer => {
    if (!isRequest(item)) return invalidRequest(idOf(item));
    const method = methods.get(item.method);
    return setup.hasMiddlewares
      ? throughMiddlewares(async () => callMethod(method, item, token))
      : callMethod(method, item, token);
  };
  return (message, token) => {
    if (!Array.isArray(message)) return answerOne(message, token);
    if (message.length === 0 || message.length > MAX_BATCH_SIZE) return invalidRequest(null);
    return answerBatch(message.map((item) => answerOne(item, token)));
  };
}

function answerBatch(answers: readonly OneAnswer[]): MaybePromise<Answer> {
  if (answers.some((answer) => answer instanceof Promise)) {
    const promises = answers.map(async (answer) => answer);
    return Promise.all(promises).then(withoutNotifications);
  }
  // None of them is a promise.
  return withoutNotifications(answers as readonly (Response | undefined)[]);
}

function withoutNotifications(answers: readonly (Response | undefined)[]): Answer {
  const responses = answers.filter((answer) => answer !== undefined);
  return responses.length === 0 ? undefined : responses;
}

function callMethod(
  method: HandMethod | undefined,
  request: Request,
  token: string | undefined,
): OneAnswer {
  const { id } = request;
  if (method === undefined) return id === undefined ? undefined : methodNotFound(id);
  const params = v.safeParse(method.params, request.params ?? {});
  if (!params.success) return refuse(id, params.issues);
  const header = method.token === undefined ? undefined : v.safeParse(method.token, token);
  if (header?.success === false) return refuse(id, header.issues);
  try {
    // What the schemas gave is what the method takes.
    const value = method.run(params.output as never, header?.output as never);
    if (!(value instanceof Promise)) return respond(method, id, value);
    return value.then(
      (resolved) => respond(method, id, resolved),
      (error: unknown) => fail(id, error),
    );
  } catch (error) {
    return fail(id, error);
  }
}

function respond({ result }: HandMethod, id: Request['id'], value: unknown): Response | undefined {
  const checked = v.safeParse(result, value);
  if (!checked.success) return fail(id, new TypeError('The result is not what its schema says'));
  return id === undefined ? undefined : success(id, checked.output);
}

function fail(id: Request['id'], error: unknown): Response | undefined {
  console.error('A call failed', error);
  return id === undefined ? undefined : internalError(id);
}

function refuse(id: Request['id'], issues: readonly v.BaseIssue<unknown>[]): Response | undefined {
  if (id === undefined) return undefined;
  const errors = issues.map(({ path, message, type }) => ({
    loc: path?.map(({ key }) => key) ?? [],
    msg: message,
    type,
  }));
  return invalidParams(id, { errors });
}
