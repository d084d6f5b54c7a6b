import type { RequestParams } from '@jsonrpc-kit/core/types';
import { createHash } from 'node:crypto';
import type { BossJob } from './pg-boss.js';

/** A durable notification in the database. No member is undefined, because Knex rejects that. */
export interface JobData {
  /** The path of the entrypoint. */
  readonly path: string;
  readonly method: string;
  readonly params?: RequestParams;
  readonly caller?: unknown;
  /** Unlike the id of the job, it stays the same when the job is retried from the dead-letter queue. */
  readonly idempotencyKey?: string;
  /** The value of `notifications.orderBy`. Jobs with the same value run one after another. */
  readonly order?: string;
  /** The headers with the trace of the call that added the job. */
  readonly trace?: Readonly<Record<string, string>>;
}

/** Returns the data of a job. Another program may have added the job without any. */
export function dataOf({ data }: Pick<BossJob, 'data'>): Partial<JobData> {
  return data ?? {};
}

/**
 * Returns the size of a job.
 *
 * @throws TypeError if its params or its caller can't be stored
 */
export function measureJob(data: JobData): number {
  for (const part of ['params', 'caller'] as const) {
    const problem = storageProblem(data[part]);
    if (problem === undefined) continue;
    throw new TypeError(
      `Job of method "${data.method}": the ${part === 'caller' ? 'caller is' : 'params are'} ${problem}. ` +
        `${part === 'caller' ? 'Let notifications.caller return' : 'Pass'} a plain object, such as { id, name }.`,
    );
  }
  return Buffer.byteLength(JSON.stringify(data));
}

/** The characters that `jsonb` rejects, as JSON.stringify() escapes them: U+0000, and half of a pair. */
const REJECTED_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/;

/** Returns what is wrong with a value that can't be stored as JSON; undefined if it can. */
export function storageProblem(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  let json: string;
  try {
    json = JSON.stringify([value], requireJson);
  } catch {
    // JSON.stringify() also throws if the value contains itself or is nested too deeply.
    return 'not a JSON value';
  }
  return REJECTED_TEXT.test(json)
    ? 'not JSON that PostgreSQL can store: it rejects U+0000 and half of a surrogate pair'
    : undefined;
}

/** A replacer for JSON.stringify(). It rejects values that JSON.stringify() would replace or omit. */
function requireJson(
  this: Readonly<Record<string, unknown>>,
  name: string,
  json: unknown,
): unknown {
  // The two differ if the value has toJSON().
  if (this[name] !== json || !isJson(json)) throw new TypeError('not JSON');
  return json;
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return ['string', 'boolean'].includes(typeof value);
  return (
    value === null ||
    [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value) as null)
  );
}

const MAX_TEXT_LENGTH = 1_000;

/** Returns the beginning of a text, without the characters that `jsonb` rejects. */
export function storableText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
}

/** The longest value that is stored unchanged. The indexes of PostgreSQL limit the size of their entries. */
const MAX_ORDER_LENGTH = 64;

/** Returns the value by which the database orders jobs, of at most {@link MAX_ORDER_LENGTH} characters. */
export function orderKey(order: string): string {
  const isShort = order !== '' && order.length <= MAX_ORDER_LENGTH;
  return isShort ? order : createHash('sha256').update(order).digest('hex');
}

/** The headers by which tracers continue a trace. */
const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];

/** Returns the trace headers of a request. */
export function readTrace(header: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    TRACE_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
