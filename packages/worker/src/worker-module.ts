import { contextSource, type ContextSource, type ErrorClass } from '@jsonrpc-kit/core';
import { knownErrors } from './errors/known-errors.js';
import { reviveError } from './errors/revive-error.js';
import type { ModuleFile } from './module-file.js';
import type { Outcome } from './thread/outcome.js';
import type { Job } from './thread-run.js';

/** What the functions of one module throw. */
export interface WorkerModuleOptions {
  /**
   * Classes of typed errors that its functions throw beside those that the methods, their
   * entrypoints and the framework declare: for your own code to know them again by `instanceof`.
   */
  readonly errors?: readonly ErrorClass[] | undefined;
}

/** How a task that belongs to no call is stopped. */
export interface RunOptions {
  /** Ends the thread, or keeps the task from one; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The names of a module's functions. */
export type TaskName<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: never) => unknown ? Name : never;
}[keyof Module] &
  string;

/** A function as it is called from the event loop. */
export type Task<Fn> = Fn extends (...args: infer Args) => infer Returned
  ? (...args: Args) => Promise<Awaited<Returned>>
  : never;

type TaskArguments<Fn> = Fn extends (...args: infer Args) => unknown ? Args : never;
type TaskResult<Fn> = Fn extends (...args: never) => infer Returned ? Awaited<Returned> : never;

type Submit = (job: Job, lane: object, signal: AbortSignal | undefined) => Promise<Outcome>;

/** A module whose functions run on the threads of a pool; `pool.module()` makes it. */
export class WorkerModule<Module> {
  readonly #file: ModuleFile;
  readonly #errors: readonly ErrorClass[];
  readonly #submit: Submit;

  /** @internal */
  constructor(file: ModuleFile, options: WorkerModuleOptions, submit: Submit) {
    this.#file = file;
    this.#errors = options.errors ?? [];
    this.#submit = submit;
  }

  /**
   * The argument source that gives a method, or a dependency, one of the functions, to be called for
   * this call: it is stopped by the call's timeout, its client's disconnect and a forced shutdown.
   *
   * ```ts
   * v1.method(
   *   'fibonacci',
   *   { args: { n: v.number(), fibonacci: math.task('fibonacci') }, result: v.number() },
   *   ({ n, fibonacci }) => fibonacci(n),
   * );
   * ```
   */
  task<const Name extends TaskName<Module>>(name: Name): ContextSource<Task<Module[Name]>> {
    return contextSource((context) => {
      const run = (...args: readonly unknown[]): Promise<unknown> => {
        const { httpRequest, signal, jsonRpcContext } = context;
        const known = (): readonly ErrorClass[] => knownErrors(jsonRpcContext, this.#errors);
        return this.#run(this.#job(name, args), httpRequest, signal, known);
      };
      // Callers pass the arguments of the module's own type.
      return run as Task<Module[Name]>;
    });
  }

  /**
   * Runs a function outside of a call, as for a job of your own.
   *
   * ```ts
   * const result = await math.run('fibonacci', [30], { signal });
   * ```
   *
   * @throws LimitExceeded where too many tasks wait
   */
  run<const Name extends TaskName<Module>>(
    name: Name,
    args: TaskArguments<Module[Name]>,
    { signal }: RunOptions = {},
  ): Promise<TaskResult<Module[Name]>> {
    const known = (): readonly ErrorClass[] => knownErrors(undefined, this.#errors);
    const result = this.#run(this.#job(name, args), this, signal, known);
    // It gives what the module's own type says.
    return result as Promise<TaskResult<Module[Name]>>;
  }

  #job(name: string, args: readonly unknown[]): Job {
    return { href: this.#file.href, file: this.#file.name, name, args };
  }

  async #run(
    job: Job,
    lane: object,
    signal: AbortSignal | undefined,
    known: () => readonly ErrorClass[],
  ): Promise<unknown> {
    const outcome = await this.#submit(job, lane, signal);
    if (outcome.kind === 'returned') return outcome.value;
    throw reviveError(outcome.error, known());
  }
}
