import { parseCookie } from 'cookie';
import {
  type BackgroundTasks,
  createBackgroundTasks,
  TaskList,
} from '../background/background-tasks.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import { ReportingLogger } from '../call/reporting-logger.js';
import { UnfinishedWork } from '../call/unfinished-work.js';
import type { ResolutionContext } from '../di/argument-source.js';
import { DependencyStack, type Thrown } from '../di/dependency-stack.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import { resolveDependencies } from '../di/resolve-arguments.js';
import type { HttpRequest } from '../http/http-request.js';
import { ExchangeResponseHead, type HttpResponseHead } from '../http/http-response-head.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';
import type { ConnectionClient } from './connection-client.js';

/** What a connection consists of beside its socket. */
export interface OpenedConnection {
  readonly bound: BoundEntrypoint;
  readonly client: ConnectionClient;
  /** Undefined if the entrypoint has no `connectionDependencies`. */
  readonly scope: ConnectionScope | undefined;
}

/** The dependencies of a connection, from the upgrade until the connection is closed. */
export class ConnectionScope implements ResolutionContext {
  readonly carrier: Carrier;
  readonly params: undefined = undefined;
  readonly shared: undefined = undefined;
  readonly attempt: undefined = undefined;
  readonly jsonRpcContext: undefined = undefined;
  /** An upgrade calls no method. */
  readonly calledMethods: readonly string[] = Object.freeze([]);
  readonly problemBudget: ProblemBudget = new ProblemBudget();
  readonly dependencyStack: DependencyStack;
  readonly logger: Logger;
  /** Why the upgrade was interrupted; undefined if it wasn't. */
  interruption: unknown;
  readonly bound: BoundEntrypoint;
  readonly client: ConnectionClient;
  #tasks: TaskList | undefined;

  constructor(bound: BoundEntrypoint, client: ConnectionClient) {
    this.bound = bound;
    this.client = client;
    const { http } = client;
    this.carrier = {
      kind: 'connection',
      connection: client,
      http,
      header: (name) => http.header(name),
      get signal() {
        return client.signal;
      },
    };
    this.logger = new ReportingLogger(bound.logger, { carrier: this.carrier });
    this.dependencyStack = new DependencyStack(this.logger);
  }

  get httpRequest(): HttpRequest {
    return this.client.http;
  }

  /** Has no effect, because the runtime responds to an upgrade. */
  get httpResponse(): HttpResponseHead {
    return new ExchangeResponseHead();
  }

  get backgroundTasks(): BackgroundTasks {
    const tasks = (this.#tasks ??= new TaskList(this.bound.backgroundQueue, { isCounted: false }));
    return createBackgroundTasks(tasks, this.logger);
  }

  get signal(): AbortSignal {
    return this.client.signal;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return parseCookie(this.carrier.header('cookie') ?? '');
  }

  get resources(): ProvidedResources {
    return this.bound.api.resources;
  }

  /**
   * Resolves the dependencies, and sets their values on the client. If one of them fails, runs the teardowns
   * of the others, starts the background tasks, and returns its error. Never rejects.
   */
  async resolve(plan: OverridablePlan): Promise<Thrown | undefined> {
    try {
      const values = await resolveDependencies(plan.with(this.bound.api.overrides), this);
      if (this.interruption !== undefined) throw this.interruption;
      this.client.dependencyValues = values;
      this.client.valueUses = new UnfinishedWork();
      return undefined;
    } catch (error) {
      await this.dependencyStack.fail(error);
      if (this.#tasks !== undefined) this.bound.running.work.track(this.#tasks.run());
      return { error };
    }
  }

  /**
   * Runs the teardowns and the background tasks when the connection is closed, and nothing uses the values of
   * the dependencies any more. Never rejects.
   */
  async close(): Promise<void> {
    await this.client.valueUses?.whenIdle();
    try {
      await this.dependencyStack.closeBeforeResponse();
    } catch (err) {
      this.logger.error({ err }, 'Teardown failed');
    }
    await this.dependencyStack.closeAfterResponse();
    await this.#tasks?.run();
  }
}
