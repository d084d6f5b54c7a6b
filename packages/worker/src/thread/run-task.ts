// Runs on the threads, so it doesn't import the rest of the package.
import { type MessagePort, workerData } from 'node:worker_threads';
import { type SerializedError, serializeError } from '../errors/serialize-error.js';
import { importModule } from './import-module.js';
import { transferListOf } from './transfer-list.js';

/** The outcome of a task, as the thread sends it to the event loop. */
export type TaskOutcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly error: SerializedError };

/** What the thread sends: that it has started, and then the outcome of each task. */
export type ThreadMessage = { readonly kind: 'ready' } | TaskOutcome;

/** A function to run on a thread, with its arguments. */
export interface ThreadTask {
  /** The URL of the module. */
  readonly href: string;
  /** The file name of the module, for messages. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The channel to the event loop. `parentPort` belongs to the modules that the thread runs. */
const port = workerData as MessagePort;
port.on('message', (task: ThreadTask) => void runTask(task));
port.postMessage({ kind: 'ready' } satisfies ThreadMessage);

/**
 * Runs the function of a task and sends the outcome. Never throws: if the result can't be cloned, the
 * outcome is an error, and the thread continues to run.
 */
async function runTask(task: ThreadTask): Promise<void> {
  const outcome = await runFunction(task);
  try {
    const value = outcome.kind === 'returned' ? outcome.value : undefined;
    port.postMessage(outcome, transferListOf([value]));
  } catch (cause) {
    port.postMessage(uncloneableResult(task, cause));
  }
}

async function runFunction(task: ThreadTask): Promise<TaskOutcome> {
  try {
    const run = await importFunction(task);
    return { kind: 'returned', value: await run(...task.args) };
  } catch (error) {
    return { kind: 'thrown', error: serializeError(error) };
  }
}

type AnyFunction = (...args: unknown[]) => unknown;

async function importFunction({ href, file, name }: ThreadTask): Promise<AnyFunction> {
  const imported = await importModule(href, file);
  // Node doesn't detect every named export of a CommonJS module, but the default export has all of
  // them.
  const exports = { ...(imported['default'] as object | undefined), ...imported };
  const functions = Object.entries(exports).filter(isFunction);
  const found = functions.find(([key]) => key === name);
  if (found !== undefined) return found[1];
  const names = functions.map(([key]) => key).join(', ') || 'no functions';
  throw new TypeError(
    `The worker module ${file} doesn't export a function ${name}. It exports ${names}.`,
  );
}

function isFunction(entry: readonly [string, unknown]): entry is [string, AnyFunction] {
  return typeof entry[1] === 'function';
}

function uncloneableResult({ file, name }: ThreadTask, cause: unknown): TaskOutcome {
  const error = new TypeError(
    `The result of ${name} of ${file} can't be sent from the worker thread; return plain data: ` +
      (cause as Error).message,
    { cause },
  );
  return { kind: 'thrown', error: serializeError(error) };
}
