/**
 * Channels: events with a history, from which clients resume after a lost connection.
 *
 * @module
 */
export type {
  Channel,
  ChannelKey,
  Feed,
  Publisher,
  ReadOptions,
  SubscribeOptions,
} from './channel.js';
export { channel, type ChannelOptions, type HistoryOptions } from './declare-channel.js';
export type { ChannelStream } from './channel-stream.js';
export type { Position } from './cursor.js';
export type { SlowReaderPolicy } from './feed-reader.js';
export { memoryStore, type MemoryStoreOptions } from './memory-store.js';
export { merge } from './merge.js';
export type { EventLog, EventStore, History, HistoryPage, OnHint, StoredEvent } from './store.js';
