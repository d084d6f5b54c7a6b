import { isObject, type JsonObject } from './json.js';

/** Describes the limits of a method in `x-limits`: its own ones, and those of the document. */
export function readLimits(method: JsonObject, root: JsonObject): readonly string[] {
  const limits = { ...objectOf(root['x-limits']), ...objectOf(method['x-limits']) };
  const { timeout, maxBatchSize, maxBodyBytes, rateLimit } = limits;
  const { calls, seconds } = objectOf(rateLimit);
  const isCounted = typeof calls === 'number' && typeof seconds === 'number';
  return [
    ...(isCounted ? [`${calls} calls per ${seconds} s`] : []),
    ...(isObject(rateLimit) && !isCounted ? ['rate limit'] : []),
    ...(typeof timeout === 'number' ? [`${timeout / 1000} s per call`] : []),
    ...(typeof maxBatchSize === 'number' ? [`${maxBatchSize} calls per batch`] : []),
    ...(typeof maxBodyBytes === 'number' ? [`${maxBodyBytes} bytes per request`] : []),
  ];
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
