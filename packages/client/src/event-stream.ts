/**
 * Calls over HTTP, and subscriptions as streams of server-sent events.
 *
 * @module
 */
export { eventStream, type EventStreamOptions } from './event-stream/event-stream.js';
export { type EventsLost, type Gap, GapError, type GapReason } from './errors/gap-error.js';
export type { ReconnectOptions } from './subscription/reconnect.js';
