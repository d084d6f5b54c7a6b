/**
 * Moves memory between the event loop and the threads. A separate entry point, so that a module on a
 * thread loads nothing else of the package.
 *
 * @module
 */
export { move } from './transfer-list.js';
