import { Api, dependency, Entrypoint, type Logger } from '@jsonrpc-kit/core';
import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import { oddCode, type OddCode, oddValueAt } from './odd-code.js';

/** What the test observes of an api. */
export interface Observed {
  /** The number of dependencies that were resolved. */
  opened: number;
  /** The number of dependencies whose teardown has run. */
  closed: number;
  readonly log: LogLine[];
}

export interface LogLine {
  readonly id: unknown;
  readonly message: string;
}

/** Serves each piece of odd code on its own entrypoint, and `ping` on `/plain`. */
export function oddApi(observed: Observed): Api {
  const api = new Api({ logger: oddLogger(observed) });
  oddCode.forEach((code, index) => api.bindEntrypoint(oddEntrypoint(`/${index}`, code, observed)));
  const plain = new Entrypoint('/plain');
  plain.method('ping', {}, () => 'pong');
  return api.bindEntrypoint(plain);
}

function oddEntrypoint(
  path: string,
  { options, declare }: OddCode,
  observed: Observed,
): AnyEntrypoint {
  const counted = (name: string) =>
    dependency(
      {},
      async function* () {
        observed.opened += 1;
        try {
          yield name;
        } finally {
          observed.closed += 1;
        }
      },
      { name },
    );
  const entrypoint = new Entrypoint(path, {
    ...options,
    messageDependencies: [counted('per request'), ...(options?.messageDependencies ?? [])],
    commonDependencies: [counted('per call')],
  });
  if (declare === undefined) entrypoint.method('run', {}, () => 'ran');
  else declare(entrypoint);
  entrypoint.method('good', {}, () => 'good');
  return entrypoint;
}

/** Reads the entrypoint and the odd value from the id of a call, because a logger doesn't receive the request. */
function oddLogger({ log }: Observed): Logger {
  const write = (details: object, message: string): unknown => {
    const { id } = details as { id?: unknown };
    log.push({ id, message });
    const [path, odd] = String(id).split('/');
    return oddCode[Number(path)]?.log?.(oddValueAt(odd));
  };
  return { error: write, warn: write };
}
