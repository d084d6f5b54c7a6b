import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { type Piscina, queueOptionsSymbol } from 'piscina';
import type { JobOutcome, ThreadJob } from './thread/run-job.js';
import { transferListOf } from './transfer-list.js';

/** A function to run on a thread. */
export interface Job {
  /** The URL of its module. */
  readonly href: string;
  /** The file name of its module, for messages. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A job that has a thread or is about to get one. */
export class ThreadRun {
  thread: Worker | undefined;
  /** Rejects if the job was stopped, its thread ended or no thread could start. */
  readonly outcome: Promise<JobOutcome>;
  /** Resolves when the thread is free or has ended, which native code can delay. */
  readonly released: Promise<void>;
  readonly #job: Job;
  readonly #controller = new AbortController();
  #startError: Error | undefined;

  constructor(job: Job, piscina: Piscina) {
    this.#job = job;
    this.outcome = this.#run(piscina);
    this.released = this.outcome.then(
      () => undefined,
      () => hasEnded(this.thread),
    );
  }

  /** Ends the thread, or keeps the job from getting one. */
  stop(): void {
    this.#controller.abort();
  }

  failStart(cause: unknown): void {
    this.#startError = this.#error('Failed to start a worker thread for', cause);
    this.stop();
  }

  async #run(piscina: Piscina): Promise<JobOutcome> {
    // With a channel for each job, the sender learns that a value can't be cloned. On piscina's own
    // channel that ends the thread.
    const { port1: port, port2: threadPort } = new MessageChannel();
    this.#sendArguments(port);
    const ended = this.#submit(piscina, threadPort);
    try {
      await ended;
      // The thread sends the outcome before it reports the end of the job.
      return (receiveMessageOnPort(port) as { message: JobOutcome }).message;
    } catch (error) {
      throw this.#startError ?? this.#error('The worker thread ended while running', error);
    } finally {
      port.close();
    }
  }

  #sendArguments(port: MessagePort): void {
    const { args, file, name } = this.#job;
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
    const { href, file, name } = this.#job;
    const job: ThreadJob = { href, file, name, port };
    const task = { ...job, [queueOptionsSymbol]: this };
    try {
      return piscina.run(task, { signal: this.#controller.signal, transferList: [port] });
    } catch (cause) {
      // Piscina passes the job to the next thread, which skips a job without a message.
      receiveMessageOnPort(port);
      throw this.#error('Failed to start a worker thread for', cause);
    }
  }

  #error(event: string, cause: unknown): Error {
    const { file, name } = this.#job;
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
