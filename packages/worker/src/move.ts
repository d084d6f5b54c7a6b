/**
 * Moves memory between the event loop and the threads. A separate entry point, so that modules on
 * threads don't load the rest of the package.
 *
 * @module
 */
export { move } from './thread/transfer-list.js';
