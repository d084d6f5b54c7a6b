/**
 * Channels: events with a history, from which clients resume after a lost connection.
 *
 * @module
 */
export {
  channel,
  type Channel,
  type ChannelKey,
  type ChannelOptions,
  type Feed,
  type HistoryOptions,
  type Publisher,
  type ReadOptions,
  type SubscribeOptions,
} from './channel.js';
export type { ChannelStream } from './channel-stream.js';
export type { Position } from './cursor.js';
export type { SlowReaderPolicy } from './feed-reader.js';
export { memoryStore, type MemoryStoreOptions } from './memory-store.js';
export { merge } from './merge.js';
export type { EventLog, EventStore, History, HistoryPage, OnHint, StoredEvent } from './store.js';
