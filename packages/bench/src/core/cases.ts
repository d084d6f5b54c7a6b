import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  type HttpRequest,
  type HttpResponse,
} from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { serveMcp } from '@jsonrpc-kit/mcp';
import * as v from 'valibot';

type MaybePromise<Value> = Value | Promise<Value>;

/** Handles the request. Returns the text of the response, or undefined without a response. */
type Handle = () => MaybePromise<string | undefined>;

export interface CoreCase {
  readonly name: string;
  readonly prepare: () => Handle;
  /** A part of the response, or undefined if no response is expected. */
  readonly expected: string | undefined;
}

interface KitCase {
  readonly send: object;
  readonly expected: string | undefined;
  readonly declare?: (rpc: Entrypoint) => unknown;
  readonly options?: EntrypointOptions;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const three = '"result":3';
const addEntries = { a: v.number(), b: v.number() };
const declareAddition = (rpc: Entrypoint): unknown =>
  rpc.method('add', { args: addEntries, result: v.number() }, ({ a, b }) => a + b);
const call = (method = 'add', params: object = { a: 1, b: 2 }): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
const batch = Array.from({ length: 100 }, () => call());
const notification = { jsonrpc: '2.0', method: 'add', params: { a: 1, b: 2 } };

class Rejected extends defineError({ code: 7000, message: 'Rejected' }) {}

const kitCases: Readonly<Record<string, KitCase>> = {
  'a call': { send: call(), expected: three },
  'a batch of 100': { send: batch, expected: three },
  'a notification': { send: notification, expected: undefined },
  '3 middlewares': {
    send: call(),
    expected: three,
    options: { middlewares: Array.from({ length: 3 }, () => async (_, next) => next()) },
  },
  'a dependency with a teardown': {
    send: call(),
    expected: three,
    declare: (rpc) => {
      const session = dependency({}, function* openSession() {
        yield 1;
      });
      return rpc.method('add', { args: { ...addEntries, session } }, ({ a, b }) => a + b);
    },
  },
  'a typed error': {
    send: call('reject'),
    expected: '"code":7000',
    declare: (rpc) =>
      rpc.method('reject', { args: addEntries, errors: [Rejected] }, () => {
        throw new Rejected();
      }),
  },
  'wrong params': { send: call('add', { a: 1, b: '2' }), expected: '"code":-32602' },
  'a tool call': {
    send: {
      ...call('tools/call'),
      params: {
        name: 'add',
        arguments: { a: 1, b: 2 },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    expected: '"structuredContent":3',
    path: '/mcp',
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'add',
    },
  },
};

/** The requests that the core handles in memory, without HTTP. */
export const coreCases: readonly CoreCase[] = Object.entries(kitCases).map(kitCase);

function kitCase([name, one]: readonly [string, KitCase]): CoreCase {
  const { send, expected, declare = declareAddition, options = {}, path = '/rpc' } = one;
  return {
    name,
    expected,
    prepare: () => {
      const rpc = new Entrypoint('/rpc', options);
      declare(rpc);
      const api = new Api().bindEntrypoint(rpc);
      serveMcp(api, { path: '/mcp', methods: () => true });
      const host = adapterApi(api);
      const request = { path, headers: one.headers, text: JSON.stringify(send) };
      return () => {
        const handled = host.handle(memoryRequest(request));
        if (handled === undefined) throw new Error('The api has no entrypoint at this path');
        return handled instanceof Promise ? handled.then(finish) : finish(handled);
      };
    },
  };
}

/** Returns the text of a response after its teardowns, which are part of the measured time. */
function finish({ body, onSent }: HttpResponse): MaybePromise<string | undefined> {
  const text = body as string | undefined;
  return onSent === undefined ? text : onSent().then(() => text);
}

interface MemoryRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly text: string;
}

/** A request as an adapter passes it to the core. */
function memoryRequest({ path, headers, text }: MemoryRequest): HttpRequest {
  return {
    verb: 'POST',
    path,
    native: undefined,
    header: (name) => (name === 'content-type' ? 'application/json' : headers?.[name]),
    readBody: () => ({ kind: 'text', text }),
    get signal() {
      return new AbortController().signal;
    },
  };
}

/** @throws Error if the response to the case isn't the expected one */
export async function checkCase({ name, expected }: CoreCase, handle: Handle): Promise<void> {
  const text = await handle();
  const isExpected = expected === undefined ? text === undefined : text?.includes(expected);
  if (!isExpected) throw new Error(`${name}: the response is ${text}, without ${expected}`);
}
