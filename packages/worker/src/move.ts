/**
 * Moves memory between the event loop and the threads: a door of its own, so that a module on a
 * thread that returns buffers loads nothing else.
 *
 * @module
 */
export { move } from './moved.js';
