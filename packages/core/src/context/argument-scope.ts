import type { HttpRequest } from '../exchange/http-request.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { BackgroundTasks } from '../lifetime/background-tasks.js';
import type { OpenDependencies } from '../lifetime/open-dependencies.js';
import type { ProvidedResources } from '../lifetime/provided-resources.js';
import type { RequestParams } from '../protocol/json-rpc-request.js';
import type { ProblemBudget } from '../protocol/problem-budget.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/** Where argument sources read: one call, or, for an entrypoint's `dependencies`, one HTTP request. */
export interface ArgumentScope {
  readonly httpRequest: HttpRequest;
  readonly httpResponse: HttpResponse;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly backgroundTasks: BackgroundTasks;
  readonly signal: AbortSignal;
  readonly params: RequestParams;
  /** The values that are resolved once per HTTP request, by their dependency. */
  readonly shared: ReadonlyMap<object, unknown> | undefined;
  /** Shared by all calls of the HTTP request. */
  readonly problemBudget: ProblemBudget;
  readonly openDependencies: OpenDependencies;
  /** What the api provides for its lifetime. */
  readonly resources: ProvidedResources;
  /** The reason why the call goes on no longer, where its time is over. */
  readonly interruption: unknown;
  /** Undefined in the scope of an HTTP request. */
  readonly jsonRpcContext: JsonRpcContext | undefined;
}
