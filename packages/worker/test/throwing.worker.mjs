// Functions that throw.
import { HttpError, InvalidParams } from '@jsonrpc-kit/core';
import { Overloaded, TooDeep, TooLarge } from './typed-errors.mjs';

/** @param {number} limit @returns {never} */
export function tooLarge(limit) {
  throw new TooLarge({ limit });
}

/** @returns {never} */
export function tooDeep() {
  throw new TooDeep(undefined, { cause: new RangeError('the cause') });
}

/** @returns {never} */
export function overloaded() {
  throw new Overloaded();
}

/** @returns {never} */
export function invalid() {
  throw new InvalidParams({ errors: [{ loc: ['n'], msg: 'Too odd', type: 'odd' }] });
}

/** Throws an error with invalid data. @returns {never} */
export function wrongData() {
  throw new TooLarge(/** @type {never} */ ({ limit: 'none' }));
}

/** @returns {never} */
export function unauthorized() {
  throw new HttpError(401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
}

/** @returns {Promise<never>} */
export async function plain() {
  throw new TypeError('secret of the thread', { cause: new RangeError('deeper secret') });
}

/** @returns {never} */
export function text() {
  // oxlint-disable-next-line no-throw-literal -- some libraries do
  throw 'a text';
}
