// Runs on the threads, so it imports only what they need.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type SerializedError, serializeError } from '../errors/serialize-error.js';
import { transferListOf } from '../transfer-list.js';
import { importModule } from './import-module.js';

/** The outcome of a function, as the thread sends it to the event loop. */
export type JobOutcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly error: SerializedError };

/** A job as the thread receives it. */
export interface ThreadJob {
  /** The URL of the module. */
  readonly href: string;
  /** The file name of the module, for messages. */
  readonly file: string;
  readonly name: string;
  /** Contains the arguments and receives the outcome. */
  readonly port: MessagePort;
}

/**
 * Runs the function of a job and sends its outcome. Never throws: a result that can't be cloned becomes
 * an error of the job, and the thread lives on.
 */
export async function runJob(job: ThreadJob): Promise<void> {
  const { port } = job;
  const received = receiveMessageOnPort(port);
  // The event loop has withdrawn the job.
  if (received === undefined) return;
  const outcome = await runFunction(job, received.message as unknown[]);
  try {
    const value = outcome.kind === 'returned' ? outcome.value : undefined;
    port.postMessage(outcome, transferListOf([value]));
  } catch (cause) {
    port.postMessage(uncloneableResult(job, cause));
  }
  port.close();
}

async function runFunction(job: ThreadJob, args: unknown[]): Promise<JobOutcome> {
  try {
    const run = await importFunction(job);
    return { kind: 'returned', value: await run(...args) };
  } catch (error) {
    return { kind: 'thrown', error: serializeError(error) };
  }
}

type AnyFunction = (...args: unknown[]) => unknown;

async function importFunction({ href, file, name }: ThreadJob): Promise<AnyFunction> {
  const imported = await importModule(href, file);
  // Node doesn't detect every named export of a CommonJS module; the default export has all of them.
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

function uncloneableResult({ file, name }: ThreadJob, cause: unknown): JobOutcome {
  const error = new TypeError(
    `The result of ${name} of ${file} can't be sent from the worker thread; return plain data: ` +
      (cause as Error).message,
    { cause },
  );
  return { kind: 'thrown', error: serializeError(error) };
}
