/**
 * Events in Redis or Valkey.
 *
 * @module
 */
export { redisStore, type RedisClient, type RedisStoreOptions } from './redis/redis-store.js';
