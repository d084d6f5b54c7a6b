import {
  type Api,
  contextSource,
  type Dependency,
  dependency,
  type DependencyOverrides,
  type Method,
} from '@jsonrpc-kit/core';
import type { AdapterApi } from '@jsonrpc-kit/core/adapter';
import { durableOptions } from '@jsonrpc-kit/core/internal';
import { JobCarrier } from './job-carrier.js';
import type { Queue } from './queue.js';

type Source = Dependency['args'][string];

/** A bound method whose notifications are jobs. */
export interface DurableMethod {
  readonly method: Method;
  readonly entrypoint: Api['entrypoints'][number];
  readonly queue: Queue;
  /** Replace the caller of the method by the caller that the job has stored. */
  readonly overrides: DependencyOverrides;
}

/** The durable methods of an api, and their queues. */
export class DurableMethods {
  readonly #methods = new Map<string, DurableMethod>();
  readonly #queues = new Map<string, Queue>();

  /** @throws TypeError if a method and its queue don't fit together, or two queues have the same name */
  constructor(api: Api, host: AdapterApi) {
    for (const entrypoint of api.entrypoints) {
      for (const method of entrypoint.methods) {
        const durable = durableOptions(method);
        if (durable === undefined) continue;
        // The store of the queue is the resource `jobStore`, whose queues come from queue().
        const queue = durable.queue as Queue;
        this.#addQueue(queue);
        checkQueue(method, queue, method.timeout ?? entrypoint.settings.timeout);
        checkCredentials(method, entrypoint);
        const overrides = host.createOverrides();
        if (durable.caller !== undefined) overrides.set(durable.caller, storedCaller);
        this.#methods.set(keyOf(entrypoint.path, method.name), {
          method,
          entrypoint,
          queue,
          overrides,
        });
      }
    }
  }

  get queues(): Iterable<Queue> {
    return this.#queues.values();
  }

  find(path: string, method: string): DurableMethod | undefined {
    return this.#methods.get(keyOf(path, method));
  }

  /** Finds a method by its declaration. */
  findDeclared(method: Method): DurableMethod | undefined {
    return [...this.#methods.values()].find((durable) => durable.method === method);
  }

  #addQueue(queue: Queue): void {
    const other = this.#queues.get(queue.name);
    if (other !== undefined && other !== queue) {
      throw new TypeError(
        `runJobs(): two queues have the name "${queue.name}". Declare it once, and import it.`,
      );
    }
    this.#queues.set(queue.name, queue);
  }
}

/** Resolves to the caller that the job has stored. */
const storedCaller: Dependency = dependency(
  { job: contextSource(({ carrier }) => carrier) },
  ({ job }) => (job instanceof JobCarrier ? job.caller : undefined),
  { name: 'storedCaller' },
);

/** The error of a job whose method this process doesn't have. */
export function unboundMethod(method: string): TypeError {
  return new TypeError(
    `The api has no durable method "${method}". Declare it with notifications: { queue }, and bind its entrypoint.`,
  );
}

function keyOf(path: string, method: string): string {
  return `${path}\n${method}`;
}

function checkQueue(method: Method, queue: Queue, timeout: number): void {
  const { name } = method;
  const { ordered, lostAfter } = queue.settings;
  const isOrdered = durableOptions(method)?.orderBy !== undefined;
  if (ordered !== isOrdered) {
    throw new TypeError(
      `method "${name}": the queue "${queue.name}" ${ordered ? 'is ordered, but notifications has no orderBy' : 'is not ordered, but notifications has orderBy'}. ` +
        `Use both or neither.`,
    );
  }
  if (timeout >= lostAfter) {
    throw new TypeError(
      `method "${name}": a job may run for ${timeout} ms, but counts as lost after ${lostAfter} ms. Lower ` +
        `the timeout of the method, or raise lostAfter of the queue "${queue.name}".`,
    );
  }
}

/**
 * Rejects a method that requires a credential, which a job doesn't have. Only the value of `caller` is stored in the job,
 * so every job would fail.
 */
function checkCredentials(method: Method, { settings }: DurableMethod['entrypoint']): void {
  const shared = [...settings.messageDependencies, ...settings.commonDependencies];
  const sources = [...Object.values(method.args), ...method.dependencies, ...shared];
  // What only the caller reads is not read in a job.
  const reader = findCredentialReader(sources, new Set([durableOptions(method)?.caller]));
  if (reader === undefined) return;
  throw new TypeError(
    `method "${method.name}": ${reader} requires a credential, which a job doesn't have. Read the user from one ` +
      `dependency everywhere, and write notifications: { queue, caller: getUser }.`,
  );
}

/** Finds the first argument or dependency that requires a credential. Reads each source once, and adds it to `read`. */
function findCredentialReader(
  sources: readonly Source[],
  read: Set<Source | undefined>,
  reader = 'an argument',
): string | undefined {
  for (const source of sources) {
    if (read.has(source)) continue;
    read.add(source);
    if (isRequiredCredential(source)) return reader;
    if (!isDependency(source)) continue;
    const found = findCredentialReader(
      Object.values(source.args),
      read,
      `the dependency "${source.name}"`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDependency(source: Source): source is Dependency {
  return 'kind' in source && source.kind === 'dependency';
}

function isRequiredCredential(
  source: Source & { readonly security?: { readonly isOptional: boolean } },
): boolean {
  return source.security?.isOptional === false;
}
