import { isObject } from '@jsonrpc-kit/openrpc';
import { type JsonObject, objectOf } from './json.js';

/** Describes the limits of a method in `x-limits`: its own ones, and those of the document. */
export function readLimits(method: JsonObject, root: JsonObject): readonly string[] {
  const limits = { ...objectOf(root['x-limits']), ...objectOf(method['x-limits']) };
  const { timeout, maxBatchSize, maxBodyBytes, rateLimit, methodRateLimit } = limits;
  return [
    ...describeRate(methodRateLimit, ' of this method'),
    ...describeRate(rateLimit, ''),
    ...(typeof timeout === 'number' ? [`${timeout / 1000} s per call`] : []),
    ...(typeof maxBatchSize === 'number' ? [`${maxBatchSize} calls per batch`] : []),
    ...(typeof maxBodyBytes === 'number' ? [`${inBinaryUnits(maxBodyBytes)} per request`] : []),
  ];
}

function describeRate(limit: unknown, what: string): readonly string[] {
  if (!isObject(limit)) return [];
  const { calls, seconds } = limit;
  const isCounted = typeof calls === 'number' && typeof seconds === 'number';
  return [isCounted ? `${calls} calls${what} per ${seconds} s` : `rate limit${what}`];
}

/** Limits are usually powers of two, as in `1 MiB`. */
function inBinaryUnits(bytes: number): string {
  for (const [unit, size] of [
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const) {
    if (bytes >= size && (bytes * 10) % size === 0) return `${bytes / size} ${unit}`;
  }
  return `${bytes} bytes`;
}
