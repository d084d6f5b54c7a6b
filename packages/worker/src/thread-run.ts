import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { type Piscina, queueOptionsSymbol } from 'piscina';
import type { TaskOutcome, ThreadTask } from './thread/run-task.js';
import { transferListOf } from './transfer-list.js';

/** A function to run on a thread, with its arguments. */
export interface TaskSpec {
  /** The URL of its module. */
  readonly href: string;
  /** The file name of its module, for messages. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A task that has a thread or is about to get one. */
export class ThreadRun {
  thread: Worker | undefined;
  /** Rejects if the task is stopped, its thread ends or no thread can start. */
  readonly outcome: Promise<TaskOutcome>;
  /** Resolves when the thread is free or has ended. Native code can delay the end of a thread. */
  readonly released: Promise<void>;
  readonly #spec: TaskSpec;
  readonly #controller = new AbortController();
  #startError: Error | undefined;

  constructor(spec: TaskSpec, piscina: Piscina) {
    this.#spec = spec;
    this.outcome = this.#run(piscina);
    this.released = this.outcome.then(
      () => undefined,
      () => hasEnded(this.thread),
    );
  }

  /** Ends the thread, or prevents the task from getting one. */
  stop(): void {
    this.#controller.abort();
  }

  failStart(cause: unknown): void {
    this.#startError = this.#error('Failed to start a worker thread for', cause);
    this.stop();
  }

  async #run(piscina: Piscina): Promise<TaskOutcome> {
    // Each task has its own channel, so that the sender gets an error if a value can't be cloned. On
    // the channel of piscina, such a value would end the thread.
    const { port1: port, port2: threadPort } = new MessageChannel();
    this.#sendArguments(port);
    const ended = this.#submit(piscina, threadPort);
    try {
      await ended;
      // The thread sends the outcome before it reports the end of the task.
      return (receiveMessageOnPort(port) as { message: TaskOutcome }).message;
    } catch (error) {
      throw this.#startError ?? this.#error('The worker thread ended while running', error);
    } finally {
      port.close();
    }
  }

  #sendArguments(port: MessagePort): void {
    const { args, file, name } = this.#spec;
    try {
      port.postMessage(args, transferListOf(args));
    } catch (cause) {
      port.close();
      throw new TypeError(
        `An argument of ${name} of ${file} can't be sent to the worker thread; pass plain data: ` +
          (cause as Error).message,
        { cause },
      );
    }
  }

  #submit(piscina: Piscina, port: MessagePort): Promise<unknown> {
    const { href, file, name } = this.#spec;
    const threadTask: ThreadTask = { href, file, name, port };
    const task = { ...threadTask, [queueOptionsSymbol]: this };
    try {
      return piscina.run(task, { signal: this.#controller.signal, transferList: [port] });
    } catch (cause) {
      // Piscina still passes the task to the next thread, which skips a task whose message was
      // withdrawn.
      receiveMessageOnPort(port);
      throw this.#error('Failed to start a worker thread for', cause);
    }
  }

  #error(event: string, cause: unknown): Error {
    const { file, name } = this.#spec;
    const reason = cause instanceof Error ? cause.message : 'the thread exited';
    return new Error(`${event} ${name} of ${file}: ${reason}`, { cause });
  }
}

function hasEnded(thread: Worker | undefined): Promise<void> {
  return new Promise((resolve) => {
    // Node sets the id of an ended thread to -1.
    if (thread === undefined || thread.threadId === -1) resolve();
    else thread.once('exit', () => resolve());
  });
}
