/**
 * Limits the calls of each caller per period.
 *
 * @module
 */
export type {
  CommonRateLimitOptions,
  MemoryRateLimitOptions,
  RateLimitOptions,
  StoreRateLimitOptions,
} from './rate-limit/rate-limit-options.js';
export type { RateLimitResult, RateLimitStore } from './rate-limit/rate-limit-store.js';
export { rateLimit } from './rate-limit/rate-limiter.js';
