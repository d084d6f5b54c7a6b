import { fileURLToPath } from 'node:url';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { WorkerPoolOptions } from './pool-options.js';
import type { TaskOutcome, ThreadMessage, ThreadTask } from './thread/run-task.js';
import { flagsForThread } from './thread-flags.js';
import { transferListOf } from './thread/transfer-list.js';

/**
 * The module that the threads run. The tests of this package import the sources, but their threads run
 * the build.
 */
const RUN_TASK = fileURLToPath(new URL('../dist/thread/run-task.js', import.meta.url));

interface RunningTask {
  readonly task: ThreadTask;
  readonly resolve: (outcome: TaskOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** A worker thread, which runs one task at a time. It keeps the process alive only during a task. */
export class PoolThread {
  /** Resolves when the thread has ended. Native code can delay that. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #onIdleCrash: (error: unknown) => void;
  #running: RunningTask | undefined;
  /** Whether the thread has loaded its module. Until then, an error means that it failed to start. */
  #isReady = false;
  #isEnding = false;
  #crash: { readonly error: unknown } | undefined;

  /**
   * @param onIdleCrash called when the thread crashes without a task
   * @throws Error if Node can't create the thread
   */
  constructor(options: WorkerPoolOptions, onIdleCrash: (error: unknown) => void) {
    const { env, execArgv = flagsForThread(), resourceLimits } = options;
    const { port1: port, port2: threadPort } = new MessageChannel();
    this.#worker = new Worker(RUN_TASK, {
      workerData: threadPort,
      transferList: [threadPort],
      ...(env && { env }),
      ...(execArgv && { execArgv: [...execArgv] }),
      ...(resourceLimits && { resourceLimits }),
    });
    this.#port = port;
    this.#onIdleCrash = onIdleCrash;
    port.on('message', (message: ThreadMessage) => this.#receive(message));
    port.unref();
    this.#worker.unref();
    this.#worker.on('error', (error) => {
      this.#isEnding = true;
      this.#crash = { error };
    });
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#end(code);
        resolve();
      });
    });
  }

  /** Whether the thread can run another task. */
  get isUsable(): boolean {
    return !this.#isEnding;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Runs a task. Rejects if an argument can't be sent, or when the thread has ended before the task.
   */
  run(task: ThreadTask): Promise<TaskOutcome> {
    return new Promise((resolve, reject) => {
      try {
        this.#port.postMessage(task, transferListOf(task.args));
      } catch (cause) {
        const { message } = cause as Error;
        reject(
          new TypeError(
            `An argument of ${nameOf(task)} can't be sent to the worker thread; pass plain data: ` +
              message,
            { cause },
          ),
        );
        return;
      }
      this.#worker.ref();
      this.#running = { task, resolve, reject };
    });
  }

  /** Ends the thread, also while it runs a task. */
  stop(): void {
    this.#isEnding = true;
    void this.#worker.terminate();
  }

  #receive(message: ThreadMessage): void {
    this.#isReady = true;
    if (message.kind === 'ready') return;
    const running = this.#running;
    this.#running = undefined;
    this.#worker.unref();
    running?.resolve(message);
  }

  #end(code: number): void {
    this.#isEnding = true;
    // An outcome that the thread has sent before it ended is still valid.
    let received;
    while ((received = receiveMessageOnPort(this.#port)) !== undefined) {
      this.#receive(received.message as ThreadMessage);
    }
    this.#port.close();
    if (this.#running !== undefined) {
      const { task, reject } = this.#running;
      const event = this.#isReady
        ? 'The worker thread ended while running'
        : 'Failed to start a worker thread for';
      const cause = this.#crash?.error ?? new Error(`the thread exited with code ${code}`);
      reject(describeFailure(`${event} ${nameOf(task)}`, cause));
    } else if (this.#crash !== undefined) {
      this.#onIdleCrash(this.#crash.error);
    }
  }
}

/**
 * Starts a thread so that Node checks the flags now. Otherwise an invalid flag would only fail the
 * first task.
 *
 * @throws Error if Node doesn't accept a flag in `execArgv` for threads
 */
export function checkFlags({ execArgv }: WorkerPoolOptions): void {
  if (execArgv === undefined) return;
  const probe = new Worker('', { eval: true, execArgv: [...execArgv] });
  // An error in a preloaded module is ignored here, because it will fail the tasks.
  probe.on('error', () => undefined);
  void probe.terminate();
}

/** Names a task in messages. */
export function nameOf({ name, file }: ThreadTask): string {
  return `${name} of ${file}`;
}

/** Returns an error whose message ends with that of its cause. */
export function describeFailure(event: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${event}: ${reason}`, { cause });
}
