import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { type Piscina, queueOptionsSymbol } from 'piscina';
import { transferListOf } from './moved.js';
import type { Outcome } from './thread/outcome.js';
import type { ThreadJob } from './thread/run-job.js';

/** A function to run on a thread. */
export interface Job {
  /** URL of its module. */
  readonly href: string;
  /** The module's file, for messages. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A job on a thread, or on its way to one. */
export class ThreadRun {
  /** Undefined until there is one. */
  thread: Worker | undefined;
  /** What the function came to; rejects where it was stopped, its thread died or none could start. */
  readonly outcome: Promise<Outcome>;
  /** Fulfilled when its thread is free again, or has ended: one in native code ends only after that. */
  readonly released: Promise<void>;
  readonly #job: Job;
  readonly #stop = new AbortController();
  #startFailure: Error | undefined;

  constructor(job: Job, piscina: Piscina) {
    this.#job = job;
    this.outcome = this.#run(piscina);
    this.released = this.outcome.then(
      () => undefined,
      () => hasEnded(this.thread),
    );
  }

  /** Ends its thread, or keeps it from one. */
  stop(): void {
    this.#stop.abort();
  }

  failStart(cause: unknown): void {
    this.#startFailure = this.#failure('No worker thread could be started for', cause);
    this.stop();
  }

  async #run(piscina: Piscina): Promise<Outcome> {
    // The job has a channel of its own, so what can't be copied is found by the side that sends it,
    // where piscina's own channel would cost the thread its life.
    const { port1: port, port2: threadPort } = new MessageChannel();
    this.#sendArguments(port);
    const ended = this.#submit(piscina, threadPort);
    try {
      await ended;
      // It was sent before the end, so it is here.
      return (receiveMessageOnPort(port) as { message: Outcome }).message;
    } catch (error) {
      throw this.#startFailure ?? this.#failure('The worker thread died while it ran', error);
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
        `An argument of ${name} of ${file} can't be sent to its thread; give it plain data: ` +
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
      return piscina.run(task, { signal: this.#stop.signal, transferList: [port] });
    } catch (cause) {
      // piscina keeps the job for the next thread, which finds that there is nothing to do.
      receiveMessageOnPort(port);
      throw this.#failure('No worker thread could be started for', cause);
    }
  }

  #failure(what: string, cause: unknown): Error {
    const { file, name } = this.#job;
    const why = cause instanceof Error ? cause.message : 'it ended by itself';
    return new Error(`${what} ${name} of ${file}: ${why}`, { cause });
  }
}

function hasEnded(thread: Worker | undefined): Promise<void> {
  return new Promise((resolve) => {
    // A thread that has ended has no id any more.
    if (thread === undefined || thread.threadId === -1) resolve();
    else thread.once('exit', () => resolve());
  });
}
