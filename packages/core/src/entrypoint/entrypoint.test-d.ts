// oxlint-disable vitest/expect-expect -- comments expect the errors of the compiler
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
} from '../index.js';
import type { RequestParams } from '../types.js';

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

  test('has contexts with the members of JSON-RPC', () => {
    v1.method('m', { args: { ctx: v1.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.params).toEqualTypeOf<RequestParams>();
      expectTypeOf(ctx.request).not.toBeAny();
      // @ts-expect-error -- no schema lists this member
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

  test('has typed additional members in the context', () => {
    v1.method('m', { args: { ctx: v1.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.traceId).toEqualTypeOf<string | undefined>();
      expectTypeOf(ctx.request?.method).toEqualTypeOf<string | undefined>();
      expectTypeOf(ctx.request).not.toBeAny();
    });
  });

  test('accepts transformed members and schemas of other libraries', () => {
    const schema = z.object({ at: z.string().transform(Number) });
    const v2 = new Entrypoint('/v2', { requestSchema: schema });
    v2.method('m', { args: { ctx: v2.jsonRpcContext } }, ({ ctx }) => {
      expectTypeOf(ctx.request?.at).toEqualTypeOf<number | undefined>();
      expectTypeOf(ctx.request?.id).toEqualTypeOf<RequestId | undefined>();
    });
  });

  test('accepts a middleware for any request', () => {
    const general: JsonRpcMiddleware = (_, next) => next();
    void new Entrypoint('/v2', { requestSchema: Traced, middlewares: [general] });
  });

  test('rejects a middleware that requires other members', () => {
    type Other = JsonRpcRequest & { readonly other: string };
    const special: JsonRpcMiddleware<Other> = (_, next) => next();
    // @ts-expect-error -- the requests of this entrypoint lack the member
    void new Entrypoint('/v2', { requestSchema: Traced, middlewares: [special] });
    // @ts-expect-error -- requests without a schema lack the member too
    void new Entrypoint('/v2', { middlewares: [special] });
  });

  test('does not change the type of the source jsonRpcContext', () => {
    v1.method('m', { args: { ctx: jsonRpcContext } }, ({ ctx }) => {
      // @ts-expect-error -- only v1.jsonRpcContext has the member
      void ctx.request?.traceId;
    });
  });

  test('can be bound to an api', () => {
    expectTypeOf(new Api().bindEntrypoint(v1)).toEqualTypeOf<Api>();
  });
});

describe('the errors of an entrypoint', () => {
  class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
  class Gone extends defineError({ code: 6002, message: 'Gone' }) {}
  type DefaultError = InvalidParams | MethodNotFound | ParseError | InvalidRequest | InternalError;

  test('are the default errors if the option is not set', () => {
    const v1 = new Entrypoint('/rpc');
    expectTypeOf<EntrypointError<typeof v1>>().toEqualTypeOf<DefaultError>();
    const v2 = new Entrypoint('/rpc', { errors: undefined });
    expectTypeOf<EntrypointError<typeof v2>>().toEqualTypeOf<DefaultError>();
  });

  test('are those of the option, which replace the default errors', () => {
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

  test('are inferred for a class that extends Entrypoint', () => {
    class Bank extends Entrypoint<undefined, readonly [typeof AuthError]> {}
    expectTypeOf<EntrypointError<Bank>>().toEqualTypeOf<AuthError>();
  });

  test('are the default errors if the type does not name them', () => {
    const v1: Entrypoint = new Entrypoint('/rpc', { errors: [AuthError] });
    expectTypeOf<EntrypointError<typeof v1>>().toEqualTypeOf<DefaultError>();
    const classes: readonly ErrorClass[] = [AuthError];
    const v2 = new Entrypoint('/rpc', { errors: classes });
    expectTypeOf<EntrypointError<typeof v2>>().toEqualTypeOf<DefaultError>();
  });

  test('are never for a type that is not an entrypoint', () => {
    expectTypeOf<EntrypointError<Api>>().toBeNever();
  });
});

describe('the context', () => {
  test('accepts a response with a result or an error', () => {
    const middleware: JsonRpcMiddleware = async (ctx) => {
      ctx.rawResponse = { result: 1 };
      ctx.rawResponse = { error: { code: 1, message: 'x' } };
      // @ts-expect-error -- neither a result nor an error
      ctx.rawResponse = {};
      // @ts-expect-error -- the message is missing
      ctx.rawResponse = { error: { code: 1 } };
      // @ts-expect-error -- only the response can be assigned
      ctx.exception = new Error('x');
    };
    void middleware;
  });

  test('has the type unknown for values that were not validated', () => {
    expectTypeOf<JsonRpcContext['rawRequest']>().toBeUnknown();
    expectTypeOf<JsonRpcContext['exception']>().toBeUnknown();
  });
});

describe('the options of an entrypoint', () => {
  test('must have values of the right type', () => {
    // @ts-expect-error -- a function has to be wrapped by dependency()
    void new Entrypoint('/rpc', { messageDependencies: [() => 1] });
    // @ts-expect-error -- Error is not a typed error
    void new Entrypoint('/rpc', { errors: [Error] });
    // @ts-expect-error -- the value is 'by-name'
    void new Entrypoint('/rpc', { paramStructure: 'named' });
    // @ts-expect-error -- an unknown option
    void new Entrypoint('/rpc', { middleware: [] });
  });
});

describe('a dependency that runs once per message', () => {
  const account = dependency({ accountId: v.string() }, ({ accountId }) => accountId);

  test('cannot read JSON-RPC parameters', () => {
    // @ts-expect-error -- This dependency runs once per message and cannot read JSON-RPC parameters …
    void new Entrypoint('/rpc', { messageDependencies: [account] });
    const nested = dependency({ account }, () => 1);
    // @ts-expect-error -- nor can a dependency that it needs
    void new Entrypoint('/rpc', { messageDependencies: [nested] });
    const optional = dependency({ limit: v.optional(v.number()) }, () => 1);
    // @ts-expect-error -- not even optional ones
    void new Entrypoint('/rpc', { messageDependencies: [optional] });
    const whole = dependency({ all: params(v.tuple([v.string()])) }, () => 1);
    // @ts-expect-error -- nor can it read params()
    void new Entrypoint('/rpc', { messageDependencies: [whole] });
  });

  test('can read headers, cookies and other such dependencies', () => {
    const user = dependency({ token: header(v.string()), id: cookie(v.string()) }, () => 'ann');
    const audit = dependency({ user, request: httpRequest }, async function* ({ user: name }) {
      yield name;
    });
    const annotated: Dependency<string> = user;
    void new Entrypoint('/rpc', { messageDependencies: [user, audit, annotated] });
    const list: readonly Dependency[] = [user, audit];
    void new Entrypoint('/rpc', { messageDependencies: list });
  });

  test('can read JSON-RPC parameters in commonDependencies', () => {
    const v1 = new Entrypoint('/rpc', { commonDependencies: [account] });
    v1.method('m', { dependencies: [account] }, () => 1);
  });
});

describe('a dependency override', () => {
  test('has the type of the replaced dependency', () => {
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
