/**
 * Calls over HTTP, and subscriptions as streams of server-sent events.
 *
 * @module
 */
export { eventStream, type EventStreamOptions } from './event-stream/event-stream.js';
