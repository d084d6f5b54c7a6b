import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { Carrier } from '../message/carrier.js';
import type { TransactionObserver } from './conflicts.js';
import type { DependencyStack } from './dependency-stack.js';
import type { InternalCall } from './internal-call.js';
import type { ProvidedResources } from './provided-resources.js';
import type { SecurityAlternatives } from './security-scheme.js';

/**
 * The source of one argument of a handler, other than a schema: `params()`, `header()`, `cookie()`,
 * `dependency()`, `resource()`, or a part of the call such as `httpRequest`. `Value` is the type of the
 * argument. `Params` is the type of the JSON-RPC parameters that a caller has to send for it.
 */
export interface ArgumentSource<out Value = unknown, out Params = unknown> {
  /** The kind of value that the source reads. */
  readonly kind: 'params' | 'header' | 'cookie' | 'context' | 'resource' | 'dependency';
  /** Carries types only; undefined at run time. */
  readonly '~types'?: { readonly value: Value; readonly params: Params } | undefined;
}

/** Reads a part of the call or of its HTTP request that isn't a JSON-RPC parameter. */
export interface ContextSource<out Value = unknown> extends ArgumentSource<Value> {
  /** Reads the context of the call. */
  readonly kind: 'context';
}

/** A {@link ContextSource} with the members that plans use. */
export interface ContextReader<out Value = unknown> extends ContextSource<Value> {
  /** Whether the source needs a call, so that `messageDependencies` can't use it. Default: false. */
  readonly perCall?: boolean;
  /** The schemes of a credential; undefined for other sources. */
  readonly security?: SecurityAlternatives | undefined;
  readonly read: (context: ResolutionContext) => Value;
}

/**
 * A source as applications declare it. A Standard Schema reads the parameter with the argument's name.
 */
export type Source = StandardSchemaV1 | ArgumentSource | PlainFunction;

/** Rejects a plain function. The compiler includes the name of the property in its error. */
interface PlainFunction {
  (...args: never): unknown;
  readonly 'Wrap the function: dependency({ … }, function). Or call it: v.string().': never;
}

/** The sources of a handler's arguments. */
export interface ArgumentSources {
  /** By argument name, which for a schema is also the name of the JSON-RPC parameter. */
  readonly [name: string]: Source;
}

/** The type of one argument: the output of a schema, or the value of a source. */
export type ArgumentValue<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends ArgumentSource<infer Value>
    ? Value
    : never;

/** The type of the object with all arguments of a handler. */
export type ArgumentValues<Sources> = {
  -readonly [Name in keyof Sources]: ArgumentValue<Sources[Name]>;
} & {};

type SchemaInput<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : never;

/** The names of the arguments that are JSON-RPC parameters. */
type ParamNames<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1 ? Name : never;
}[keyof Sources];

type OptionalNames<Sources> = {
  [Name in ParamNames<Sources>]: undefined extends SchemaInput<Sources[Name]> ? Name : never;
}[ParamNames<Sources>];

/** Wraps the params of one source, which may themselves be a union. */
interface SourceParam<Params> {
  readonly params: Params;
}

/** Omits sources whose params are `unknown`, except `params()`, which then accepts any params. */
type SourceParamUnion<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? never
    : Sources[Name] extends ArgumentSource<unknown, infer Params>
      ? unknown extends Params
        ? Sources[Name] extends { readonly kind: 'params' }
          ? SourceParam<NonNullable<RequestParams>>
          : never
        : SourceParam<Params>
      : never;
}[keyof Sources];

type IntersectionOf<Union> = (
  Union extends SourceParam<infer Params> ? (member: Params) => void : never
) extends (intersection: infer Intersection) => void
  ? Intersection
  : never;

type Simplify<T> = { -readonly [Key in keyof T]: T[Key] } & {};

/** Keeps the params of `params()` and dependencies unchanged, so that arrays and unions work. */
type WholeParams<Params> = unknown extends Params ? {} : Params;

/** The `params` that a caller sends: those of a method and of all its dependencies. */
export type MethodParams<Sources> = [ParamNames<Sources>] extends [never]
  ? WholeParams<IntersectionOf<SourceParamUnion<Sources>>>
  : Simplify<
      {
        [Name in Exclude<ParamNames<Sources>, OptionalNames<Sources>>]: SchemaInput<Sources[Name]>;
      } & {
        [Name in OptionalNames<Sources>]?: SchemaInput<Sources[Name]>;
      } & IntersectionOf<SourceParamUnion<Sources>>
    >;

/**
 * The argument of a `contextSource()` function: the call, or the HTTP request if an entrypoint's
 * `messageDependencies` use the source.
 */
export interface SourceContext {
  /** What brought the call: an HTTP request, a connection, a tool call or a job. */
  readonly carrier: Carrier;
  /** The HTTP request, with the framework's own request as `native`; undefined in a job. */
  readonly httpRequest: HttpRequest | undefined;
  /** The status, headers and cookies of the HTTP response, which all calls of a batch share. */
  readonly httpResponse: HttpResponseHead;
  /** Background tasks, which run after the response has been sent. */
  readonly backgroundTasks: BackgroundTasks;
  /** The names of the methods that the message calls, in order; a call without a name is left out. */
  readonly calledMethods: readonly string[];
  /** Aborts when the client disconnects, the call times out or a shutdown is forced. */
  readonly signal: AbortSignal;
  /** The context of the call; undefined in an entrypoint's `messageDependencies`. */
  readonly jsonRpcContext: JsonRpcContext | undefined;
}

/** The call or HTTP request for which arguments are resolved. */
export interface ResolutionContext extends SourceContext {
  /** The call; undefined in an entrypoint's `messageDependencies`. */
  readonly jsonRpcContext: InternalCall | undefined;
  /** Inherits no members, so that any name can be read. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly params: RequestParams;
  /** The values of the entrypoint's `messageDependencies`, which are resolved once per message. */
  readonly shared: ReadonlyMap<object, unknown> | undefined;
  /** Shared by all calls of the message. */
  readonly problemBudget: ProblemBudget;
  readonly dependencyStack: DependencyStack;
  /** The resources that the api provides. */
  readonly resources: ProvidedResources;
  /** Why no further dependency may be opened, such as a timeout; undefined while they may be. */
  readonly interruption: unknown;
  /** The current attempt of a call with a transaction. */
  readonly attempt: TransactionObserver | undefined;
}
