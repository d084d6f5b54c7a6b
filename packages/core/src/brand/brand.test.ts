import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defineError, HttpError, isBaseError, isHttpError } from '../index.js';
import { BRAND, VERSION } from './brand.js';

class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}

test('VERSION is the version in package.json', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version: VERSION });
});

test('isBaseError() and isHttpError() recognize instances, also of subclasses', () => {
  expect(isBaseError(new NotEnoughMoney())).toBe(true);
  expect(isHttpError(new NotEnoughMoney())).toBe(false);
  expect(isHttpError(new (class extends HttpError {})(404))).toBe(true);
  expect(isBaseError(new HttpError(404))).toBe(false);
});

const revoked = Proxy.revocable({}, {});
revoked.revoke();

const throwing = Object.defineProperty({}, BRAND, {
  get: () => {
    throw new Error('hostile');
  },
});

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a string', 'BaseError'],
  ['a plain error', new Error('plain')],
  ['a class', NotEnoughMoney],
  ['an object with the shape of an error', { code: 1, message: 'm', getResponse: () => ({}) }],
  ['an object with a brand of null', { [BRAND]: null }],
  ['an object with an unknown brand', { [BRAND]: { kind: 'Other', version: '9.0.0' } }],
  ['a revoked proxy', revoked.proxy],
  ['an object whose brand throws an error', throwing],
])('isBaseError() and isHttpError() return false for %s', (_, value) => {
  expect(isBaseError(value)).toBe(false);
  expect(isHttpError(value)).toBe(false);
});
