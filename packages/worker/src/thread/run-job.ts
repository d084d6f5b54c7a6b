// Runs on the threads: no more is imported here than is needed there.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { sendError } from '../errors/send-error.js';
import { transferListOf } from '../moved.js';
import { importModule } from './import-module.js';
import type { Outcome } from './outcome.js';

/** A job as a thread gets it. */
export interface ThreadJob {
  /** URL of the module. */
  readonly href: string;
  /** Its file, for messages. */
  readonly file: string;
  readonly name: string;
  /** Holds the arguments, and takes the outcome. */
  readonly port: MessagePort;
}

/**
 * Runs the function that a job names. It never throws, and it sends the outcome itself: so what can't
 * be sent is found here, and costs the thread nothing.
 */
export async function runJob(job: ThreadJob): Promise<void> {
  const { port } = job;
  const received = receiveMessageOnPort(port);
  // It was taken back, as nobody waits for it any more.
  if (received === undefined) return;
  const outcome = await outcomeOf(job, received.message as unknown[]);
  try {
    const value = outcome.kind === 'returned' ? outcome.value : undefined;
    port.postMessage(outcome, transferListOf([value]));
  } catch (cause) {
    port.postMessage(unsendable(job, cause));
  }
  port.close();
}

async function outcomeOf(job: ThreadJob, args: unknown[]): Promise<Outcome> {
  try {
    const run = await importFunction(job);
    return { kind: 'returned', value: await run(...args) };
  } catch (error) {
    return { kind: 'thrown', error: sendError(error) };
  }
}

type AnyFunction = (...args: unknown[]) => unknown;

async function importFunction({ href, file, name }: ThreadJob): Promise<AnyFunction> {
  const imported = await importModule(href, file);
  // Not every export of a CommonJS module has its name outside of the default one.
  const exports = { ...(imported['default'] as object | undefined), ...imported };
  const functions = Object.entries(exports).filter(isFunction);
  const found = functions.find(([key]) => key === name);
  if (found !== undefined) return found[1];
  const names = functions.map(([key]) => key).join(', ') || 'none';
  throw new TypeError(`The worker module ${file} exports no function ${name}; it exports ${names}`);
}

function isFunction(entry: readonly [string, unknown]): entry is [string, AnyFunction] {
  return typeof entry[1] === 'function';
}

function unsendable({ file, name }: ThreadJob, cause: unknown): Outcome {
  const error = new TypeError(
    `What ${name} of ${file} returns can't be sent from its thread; return plain data: ` +
      (cause as Error).message,
    { cause },
  );
  return { kind: 'thrown', error: sendError(error) };
}
