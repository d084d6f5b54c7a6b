import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { DependencyStack } from './dependency-stack.js';
import type { ProvidedResources } from './provided-resources.js';
import type { SecurityAlternatives } from './security-scheme.js';

/**
 * Says where one argument of a handler comes from. `Value` is what the handler gets, `Params` the
 * JSON-RPC parameters that a caller has to send for it.
 */
export interface ArgumentSource<out Value = unknown, out Params = unknown> {
  /** What it reads. */
  readonly kind: 'params' | 'header' | 'cookie' | 'context' | 'resource' | 'dependency';
  /** Types only; never there at run time. */
  readonly '~types'?: { readonly value: Value; readonly params: Params } | undefined;
}

/** Reads a part of the call or of its HTTP request that isn't a JSON-RPC parameter. */
export interface ContextSource<out Value = unknown> extends ArgumentSource<Value> {
  /** Reads the context of the call. */
  readonly kind: 'context';
}

/** A {@link ContextSource} as plans read it. */
export interface ContextReader<out Value = unknown> extends ContextSource<Value> {
  /** Whether it needs a call, so that `dependencies` of the HTTP request can't use it. */
  readonly perCall: boolean;
  /** The schemes of a credential; undefined for any other source. */
  readonly security?: SecurityAlternatives | undefined;
  readonly read: (context: ResolutionContext) => Value;
}

/** A source as it is declared: any Standard Schema is one named member of `params`. */
export type Source = StandardSchemaV1 | ArgumentSource;

/** The sources of a handler's arguments by the arguments' names. */
export interface ArgumentSources {
  /** By the argument's name, which for a bare schema is the parameter's name on the wire as well. */
  readonly [name: string]: Source;
}

/** What a handler gets for one source: a schema's output, or the value of a source. */
export type ArgumentValue<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends ArgumentSource<infer Value>
    ? Value
    : never;

/** The record that a handler is called with. */
export type ArgumentValues<Sources> = {
  -readonly [Name in keyof Sources]: ArgumentValue<Sources[Name]>;
} & {};

type SchemaInput<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : never;

type RequiredNames<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? undefined extends SchemaInput<Sources[Name]>
      ? never
      : Name
    : never;
}[keyof Sources];

type OptionalNames<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? undefined extends SchemaInput<Sources[Name]>
      ? Name
      : never
    : never;
}[keyof Sources];

/** In a box, as a union of them is that of the sources, and not one that a source's own type has. */
interface Box<Params> {
  readonly params: Params;
}

/** `unknown` is what takes no parameter, and is left out; but a `params()` of it takes anything. */
type SourceParams<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? never
    : Sources[Name] extends ArgumentSource<unknown, infer Params>
      ? unknown extends Params
        ? Sources[Name] extends { readonly kind: 'params' }
          ? Box<NonNullable<RequestParams>>
          : never
        : Box<Params>
      : never;
}[keyof Sources];

type IntersectionOf<Boxes> = (
  Boxes extends Box<infer Params> ? (member: Params) => void : never
) extends (intersection: infer Intersection) => void
  ? Intersection
  : never;

type Simplify<T> = { -readonly [Key in keyof T]: T[Key] } & {};

/** Those of `params()` and of dependencies, an array or a union as it is. */
type Whole<Params> = unknown extends Params ? {} : Params;

/** The `params` that a caller sends: a method's own and those of its dependencies. */
export type MethodParams<Sources> = [RequiredNames<Sources> | OptionalNames<Sources>] extends [
  never,
]
  ? Whole<IntersectionOf<SourceParams<Sources>>>
  : Simplify<
      { [Name in RequiredNames<Sources>]: SchemaInput<Sources[Name]> } & {
        [Name in OptionalNames<Sources>]?: SchemaInput<Sources[Name]>;
      } & IntersectionOf<SourceParams<Sources>>
    >;

/** What {@link contextSource} reads: a call, or an HTTP request for an entrypoint's `dependencies`. */
export interface SourceContext {
  /** The HTTP request, with the framework's own request as `native`. */
  readonly httpRequest: HttpRequest;
  /** The status, headers and cookies of the HTTP response, which all calls of a batch share. */
  readonly httpResponse: HttpResponseHead;
  /** The background tasks, which run after the response was sent. */
  readonly backgroundTasks: BackgroundTasks;
  /** Fires on the client's disconnect, the call's timeout and a forced shutdown. */
  readonly signal: AbortSignal;
  /** The context of the call; undefined outside of one. */
  readonly jsonRpcContext: JsonRpcContext | undefined;
}

/** The call, or the HTTP request, that arguments are resolved for. */
export interface ResolutionContext extends SourceContext {
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly params: RequestParams;
  /** The values that were resolved once for the HTTP request, by dependency. */
  readonly shared: ReadonlyMap<object, unknown> | undefined;
  /** Shared by all calls of the HTTP request. */
  readonly problemBudget: ProblemBudget;
  readonly dependencyStack: DependencyStack;
  /** The resources of the api. */
  readonly resources: ProvidedResources;
  /** Why the call was interrupted; undefined while it runs. */
  readonly interruption: unknown;
}
