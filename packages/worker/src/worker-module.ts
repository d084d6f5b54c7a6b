import { contextSource, type ContextSource, type ErrorClass } from '@jsonrpc-kit/core';
import { declaredErrors, deserializeError } from './errors/deserialize-error.js';
import type { ModuleFile } from './module-file.js';
import type { JobOutcome } from './thread/run-job.js';
import type { Job } from './thread-run.js';

/** Options for `pool.module()`. */
export interface WorkerModuleOptions {
  /**
   * Classes of typed errors that the functions throw, in addition to those that the methods, their
   * entrypoints and the framework declare. Your code can then recognize them with `instanceof`.
   */
  readonly errors?: readonly ErrorClass[] | undefined;
}

/** Options for `run()`. */
export interface RunOptions {
  /** Stops the task, or keeps it from starting; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The names of the functions that a module exports. */
export type TaskName<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: never) => unknown ? Name : never;
}[keyof Module] &
  string;

/** A function of the module as called from the event loop: it returns a promise. */
export type Task<Fn> = Fn extends (...args: infer Args) => infer Returned
  ? (...args: Args) => Promise<Awaited<Returned>>
  : never;

type TaskArguments<Fn> = Fn extends (...args: infer Args) => unknown ? Args : never;
type TaskResult<Fn> = Fn extends (...args: never) => infer Returned ? Awaited<Returned> : never;

/** A job with its lane in the queue and the signal that stops it. */
export interface Submission {
  readonly job: Job;
  readonly lane: object;
  readonly signal: AbortSignal | undefined;
}

type Submit = (submission: Submission) => Promise<JobOutcome>;

/** A module whose functions run on the threads of a pool. Created by `pool.module()`. */
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
   * Returns an argument source for a function of the module. A handler or dependency that calls the
   * function runs it on a thread, until the call times out, its client disconnects or a forced shutdown
   * stops it.
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
      const run = async (...args: readonly unknown[]): Promise<unknown> => {
        const { httpRequest, signal, jsonRpcContext } = context;
        const job = this.#job(name, args);
        const outcome = await this.#submit({ job, lane: httpRequest, signal });
        return unwrapOutcome(outcome, () => declaredErrors(jsonRpcContext, this.#errors));
      };
      // The arguments and the result have the types of the module's function.
      return run as Task<Module[Name]>;
    });
  }

  /**
   * Runs a function of the module outside of a call.
   *
   * ```ts
   * const result = await math.run('fibonacci', [30], { signal });
   * ```
   *
   * @throws LimitExceeded if `maxQueue` tasks are waiting
   */
  async run<const Name extends TaskName<Module>>(
    name: Name,
    args: TaskArguments<Module[Name]>,
    { signal }: RunOptions = {},
  ): Promise<TaskResult<Module[Name]>> {
    const outcome = await this.#submit({ job: this.#job(name, args), lane: this, signal });
    const result = unwrapOutcome(outcome, () => declaredErrors(undefined, this.#errors));
    // The result has the type of the module's function.
    return result as TaskResult<Module[Name]>;
  }

  #job(name: string, args: readonly unknown[]): Job {
    return { href: this.#file.href, file: this.#file.name, name, args };
  }
}

function unwrapOutcome(outcome: JobOutcome, declared: () => readonly ErrorClass[]): unknown {
  if (outcome.kind === 'returned') return outcome.value;
  throw deserializeError(outcome.error, declared());
}
