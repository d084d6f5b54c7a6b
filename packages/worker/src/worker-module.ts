import { contextSource, type ErrorClass } from '@jsonrpc-kit/core';
import type { ContextSource } from '@jsonrpc-kit/core/types';
import { declaredErrors, deserializeError } from './errors/deserialize-error.js';
import type { ModuleFile } from './module-file.js';
import type { TaskOutcome, ThreadTask } from './thread/run-task.js';

/** Options of `pool.module()`. */
export interface WorkerModuleOptions {
  /**
   * Classes of typed errors that the functions throw, in addition to those that the methods, their
   * entrypoints and the framework declare. Errors from a thread are then instances of these classes, so
   * `instanceof` works.
   */
  readonly errors?: readonly ErrorClass[] | undefined;
}

/** Options of `run()`. */
export interface RunOptions {
  /**
   * Stops the task, or prevents it from starting. The promise then rejects with the reason of the
   * signal.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The names of the functions that a module exports. */
export type TaskName<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: never) => unknown ? Name : never;
}[keyof Module] &
  string;

/** A function of the module as you call it on the event loop: it returns a promise. */
export type Task<Fn> = Fn extends (...args: infer Args) => infer Returned
  ? (...args: Args) => Promise<Awaited<Returned>>
  : never;

type TaskArguments<Fn> = Fn extends (...args: infer Args) => unknown ? Args : never;
type TaskResult<Fn> = Fn extends (...args: never) => infer Returned ? Awaited<Returned> : never;

/** A task to submit, with its lane in the queue and the signal that stops it. */
export interface Submission {
  readonly task: ThreadTask;
  readonly lane: object;
  readonly signal: AbortSignal | undefined;
}

type Submit = (submission: Submission) => Promise<TaskOutcome>;

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
   * Returns an argument source for a function of the module. When a handler or dependency calls the
   * function, it runs on a thread. It is stopped if the call times out, the client disconnects or a
   * shutdown is forced.
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
        const { carrier, signal, jsonRpcContext } = context;
        const task = this.#task(name, args);
        const outcome = await this.#submit({ task, lane: carrier, signal });
        return unwrapOutcome(outcome, () => declaredErrors(jsonRpcContext, this.#errors));
      };
      // The arguments and the result have the types of the module's function.
      return run as Task<Module[Name]>;
    });
  }

  /**
   * Runs a function of the module outside a call.
   *
   * ```ts
   * const result = await math.run('fibonacci', [30], { signal });
   * ```
   *
   * @param name the name of the function
   * @param args the arguments of the function, which are copied
   * @param options a signal that stops the task
   * @throws LimitExceeded if `maxQueue` tasks are waiting, the reason of the signal if it stops the
   *   task, or the error that the function throws
   */
  async run<const Name extends TaskName<Module>>(
    name: Name,
    args: TaskArguments<Module[Name]>,
    { signal }: RunOptions = {},
  ): Promise<TaskResult<Module[Name]>> {
    const outcome = await this.#submit({ task: this.#task(name, args), lane: this, signal });
    const result = unwrapOutcome(outcome, () => declaredErrors(undefined, this.#errors));
    // The result has the type of the module's function.
    return result as TaskResult<Module[Name]>;
  }

  #task(name: string, args: readonly unknown[]): ThreadTask {
    return { href: this.#file.href, file: this.#file.name, name, args };
  }
}

function unwrapOutcome(outcome: TaskOutcome, declared: () => readonly ErrorClass[]): unknown {
  if (outcome.kind === 'returned') return outcome.value;
  throw deserializeError(outcome.error, declared());
}
