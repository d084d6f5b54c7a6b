// Functions for the threads of the tests, in JavaScript, which threads load on every version of Node.
import { pbkdf2Sync } from 'node:crypto';
import { parentPort, threadId } from 'node:worker_threads';
import { move } from '@jsonrpc-kit/worker/move';

/** @param {number} n @returns {number} */
export function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/** @param {number} a @param {number} b */
export async function add(a, b) {
  return a + b;
}

/**
 * @template T
 * @param {T} value
 */
export function echo(value) {
  return value;
}

export function currentThread() {
  return threadId;
}

/** Never returns. Counts the iterations of its loop. @param {SharedArrayBuffer} memory @returns {never} */
export function spin(memory) {
  const cells = new Int32Array(memory);
  Atomics.add(cells, 0, 1);
  for (;;) Atomics.add(cells, 2, 1);
}

/**
 * Returns when the gate is opened.
 *
 * @template T
 * @param {SharedArrayBuffer} memory
 * @param {T} value
 */
export function hold(memory, value) {
  const cells = new Int32Array(memory);
  Atomics.add(cells, 0, 1);
  Atomics.wait(cells, 1, 0);
  return value;
}

/** Runs native code, which can't be interrupted. @param {SharedArrayBuffer} memory @param {number} rounds */
export function derive(memory, rounds) {
  Atomics.add(new Int32Array(memory), 0, 1);
  return pbkdf2Sync('password', 'salt', rounds, 64, 'sha512').length;
}

/** Returns, and ends the thread before it waits for another task. */
export function returnAndExit() {
  setImmediate(() => process.exit(0));
  return 'returned';
}

/** Uses the port that every thread has. */
export function useParentPort() {
  parentPort?.on('message', () => undefined);
  parentPort?.postMessage({ kind: 'returned', value: 'a message of the module' }, []);
  parentPort?.unref();
  return 'used';
}

/** @param {number} code */
export function exit(code) {
  process.exit(code);
}

export function exhaustMemory() {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));
}

/** An uncaught exception while the function waits. @returns {Promise<never>} */
export function failInTimer() {
  return new Promise(() => {
    setTimeout(() => {
      throw new RangeError('thrown in a timer');
    });
  });
}

/** An uncaught exception after the function has returned. @param {SharedArrayBuffer} memory */
export function failLater(memory) {
  const cells = new Int32Array(memory);
  const timer = setInterval(() => {
    if (Atomics.load(cells, 1) === 0) return;
    clearInterval(timer);
    throw new RangeError('thrown while idle');
  }, 1);
  return 'returned';
}

export function returnFunction() {
  return () => 1;
}

/** @type {Uint8Array} */
let returned = new Uint8Array();

/** @param {Uint8Array} bytes */
export function returnMoved(bytes) {
  returned = bytes;
  return move(bytes);
}

/** The size, on the thread, of the bytes that `returnMoved` has returned. */
export function sizeOfReturned() {
  return returned.byteLength;
}

/** @param {Uint8Array} bytes */
export function wrap(bytes) {
  return move({ size: bytes.byteLength, bytes }, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
}

export const notAFunction = 1;
