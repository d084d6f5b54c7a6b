// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  Api,
  cookie,
  defineError,
  dependency,
  type Dependency,
  Entrypoint,
  type EntrypointError,
  type ErrorClass,
  header,
  httpRequest,
  type InternalError,
  type InvalidParams,
  type InvalidRequest,
  type JsonRpcContext,
  JsonRpcRequest,
  jsonRpcContext,
  type JsonRpcMiddleware,
  type MethodNotFound,
  params,
  type ParseError,
  type RequestId,
  type RequestParams,
} from '../index.js';

const Traced = v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() });

describe('an entrypoint without a request schema', () => {
  const v1 = new Entrypoint('/rpc', {
    middlewares: [
      async (ctx, next) => {
        expectTypeOf(ctx).toEqualTypeOf<JsonRpcContext>();
        expectTypeOf(ctx.request?.id).toEqualTypeOf<RequestId | undefined>();
        expectTypeOf(next).returns.resolves.toBeVoid();
        await next();
      },
    ],
  });

  test('has contexts with the four members', () => {
    v1.method('m', { args: { ctx: v1.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.params).toEqualTypeOf<RequestParams>();
      expectTypeOf(ctx.request).not.toBeAny();
      // @ts-expect-error -- no schema names it
      void ctx.request?.traceId;
    });
  });
});

describe('an entrypoint with a request schema', () => {
  const v1 = new Entrypoint('/rpc', {
    requestSchema: Traced,
    middlewares: [
      async (ctx, next) => {
        expectTypeOf(ctx.request?.traceId).toEqualTypeOf<string | undefined>();
        await next();
      },
    ],
  });

  test('has its members on the context, typed, beside the four', () => {
    v1.method('m', { args: { ctx: v1.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.traceId).toEqualTypeOf<string | undefined>();
      expectTypeOf(ctx.request?.method).toEqualTypeOf<string | undefined>();
      expectTypeOf(ctx.request).not.toBeAny();
    });
  });

  test('takes members alone, transformed, and of another library', () => {
    const schema = z.object({ at: z.string().transform(Number) });
    const v2 = new Entrypoint('/v2', { requestSchema: schema });
    v2.method('m', { args: { ctx: v2.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.at).toEqualTypeOf<number | undefined>();
      expectTypeOf(ctx.request?.id).toEqualTypeOf<RequestId | undefined>();
    });
  });

  test('takes a middleware for any request', () => {
    const general: JsonRpcMiddleware = (_, next) => next();
    void new Entrypoint('/v2', { requestSchema: Traced, middlewares: [general] });
  });

  test('takes no middleware that asks for other members', () => {
    type Other = JsonRpcRequest & { readonly other: string };
    const special: JsonRpcMiddleware<Other> = (_, next) => next();
    // @ts-expect-error -- its requests have no such member
    void new Entrypoint('/v2', { requestSchema: Traced, middlewares: [special] });
    // @ts-expect-error -- nor have those of the default schema
    void new Entrypoint('/v2', { middlewares: [special] });
  });

  test('the general source does not know them', () => {
    v1.method('m', { args: { ctx: jsonRpcContext } }, ({ ctx }) => {
      // @ts-expect-error -- v1.jsonRpcContext does
      void ctx.request?.traceId;
    });
  });

  test('is bound like any other', () => {
    expectTypeOf(new Api().bindEntrypoint(v1)).toEqualTypeOf<Api>();
  });
});

describe('the errors of an entrypoint', () => {
  class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
  class Gone extends defineError({ code: 6002, message: 'Gone' }) {}
  type DefaultError = InvalidParams | MethodNotFound | ParseError | InvalidRequest | InternalError;

  test('are the default ones without the option', () => {
    const v1 = new Entrypoint('/rpc');
    expectTypeOf<EntrypointError<typeof v1>>().toEqualTypeOf<DefaultError>();
    const v2 = new Entrypoint('/rpc', { errors: undefined });
    expectTypeOf<EntrypointError<typeof v2>>().toEqualTypeOf<DefaultError>();
  });

  test('are those of the option, the default ones only where it lists them', () => {
    const all = new Entrypoint('/rpc', { errors: [AuthError, ...Entrypoint.defaultErrors] });
    expectTypeOf<EntrypointError<typeof all>>().toEqualTypeOf<AuthError | DefaultError>();
    const own = new Entrypoint('/rpc', { errors: [AuthError], requestSchema: Traced });
    expectTypeOf<EntrypointError<typeof own>>().toEqualTypeOf<AuthError>();
    const none = new Entrypoint('/rpc', { errors: [] });
    expectTypeOf<EntrypointError<typeof none>>().toBeNever();
    const list = [AuthError, Gone];
    const listed = new Entrypoint('/rpc', { errors: list });
    expectTypeOf<EntrypointError<typeof listed>>().toEqualTypeOf<AuthError | Gone>();
  });

  test('are known of a class that extends Entrypoint', () => {
    class Bank extends Entrypoint<undefined, readonly [typeof AuthError]> {}
    expectTypeOf<EntrypointError<Bank>>().toEqualTypeOf<AuthError>();
  });

  test('are taken for the default ones where its type does not name them', () => {
    const v1: Entrypoint = new Entrypoint('/rpc', { errors: [AuthError] });
    expectTypeOf<EntrypointError<typeof v1>>().toEqualTypeOf<DefaultError>();
    const classes: readonly ErrorClass[] = [AuthError];
    const v2 = new Entrypoint('/rpc', { errors: classes });
    expectTypeOf<EntrypointError<typeof v2>>().toEqualTypeOf<DefaultError>();
  });

  test('are none of what is no entrypoint', () => {
    expectTypeOf<EntrypointError<Api>>().toBeNever();
  });
});

describe('the context', () => {
  test('takes a response with a result or an error', () => {
    const middleware: JsonRpcMiddleware = async (ctx) => {
      ctx.rawResponse = { result: 1 };
      ctx.rawResponse = { error: { code: 1, message: 'x' } };
      // @ts-expect-error -- neither of the two
      ctx.rawResponse = {};
      // @ts-expect-error -- the message is missing
      ctx.rawResponse = { error: { code: 1 } };
      // @ts-expect-error -- only the response can be assigned
      ctx.exception = new Error('x');
    };
    void middleware;
  });

  test('shows what was not validated as unknown', () => {
    expectTypeOf<JsonRpcContext['rawRequest']>().toBeUnknown();
    expectTypeOf<JsonRpcContext['exception']>().toBeUnknown();
  });
});

describe('options are checked', () => {
  test('dependencies are dependencies, errors are classes, the structure is a word of three', () => {
    // @ts-expect-error -- a function has to be wrapped by dependency()
    void new Entrypoint('/rpc', { dependencies: [() => 1] });
    // @ts-expect-error -- Error is no typed error
    void new Entrypoint('/rpc', { errors: [Error] });
    // @ts-expect-error -- OpenRPC calls it by-name
    void new Entrypoint('/rpc', { paramStructure: 'named' });
    // @ts-expect-error -- there is no such option
    void new Entrypoint('/rpc', { middleware: [] });
  });
});

describe('a dependency that is resolved once per HTTP request', () => {
  const account = dependency({ accountId: v.string() }, ({ accountId }) => accountId);

  test('takes no JSON-RPC parameters', () => {
    // @ts-expect-error -- It is resolved once per HTTP request and takes no JSON-RPC parameters …
    void new Entrypoint('/rpc', { dependencies: [account] });
    const nested = dependency({ account }, () => 1);
    // @ts-expect-error -- nor does a dependency that it needs
    void new Entrypoint('/rpc', { dependencies: [nested] });
    const optional = dependency({ limit: v.optional(v.number()) }, () => 1);
    // @ts-expect-error -- nor are they optional
    void new Entrypoint('/rpc', { dependencies: [optional] });
    const whole = dependency({ all: params(v.tuple([v.string()])) }, () => 1);
    // @ts-expect-error -- nor by position
    void new Entrypoint('/rpc', { dependencies: [whole] });
  });

  test('takes headers, cookies, other such dependencies, or is of a type that says no parameters', () => {
    const user = dependency({ token: header(v.string()), id: cookie(v.string()) }, () => 'ann');
    const audit = dependency({ user, request: httpRequest }, async function* ({ user: name }) {
      yield name;
    });
    const annotated: Dependency<string> = user;
    void new Entrypoint('/rpc', { dependencies: [user, audit, annotated] });
    const list: readonly Dependency[] = [user, audit];
    void new Entrypoint('/rpc', { dependencies: list });
  });

  test('may take JSON-RPC parameters where it is resolved once per call', () => {
    const v1 = new Entrypoint('/rpc', { commonDependencies: [account] });
    v1.method('m', { dependencies: [account] }, () => 1);
  });
});

describe('an override', () => {
  test('has the type of what it replaces', () => {
    const user = dependency({}, () => ({ name: 'ann' }));
    const { dependencyOverrides } = new Api();
    dependencyOverrides.set(
      user,
      dependency({}, async () => ({ name: 'test' })),
    );
    dependencyOverrides.set(
      user,
      // @ts-expect-error -- the name is missing
      dependency({}, () => ({})),
    );
  });
});
