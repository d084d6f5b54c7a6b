import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonMediaType } from './check-request.js';

describe('a media type that says JSON in UTF-8 is taken', () => {
  test.each([
    'application/json',
    'application/json-rpc',
    'application/jsonrequest',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset=utf-8',
    'application/json; charset="utf-8"',
    'application/json; charset="U\\TF-8"',
    'application/json; CharSet=utf-8',
    'application/json; charset=utf-8; charset=UTF-8',
    'application/json; profile=strict; charset=utf-8',
    'application/json; profile="a; charset=utf-16"',
    'application/json; profile=""',
    'application/json;',
    'application/json; ; charset=utf-8',
    '\t application/json \t',
  ])('%j', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(true);
  });
});

describe('any other is refused', () => {
  test.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'text/plain; application/json',
    'application/json5',
    'application/jsonp',
    'application/json-rpc2',
    'application/problem+json',
    'application/json+x',
    'application/*',
    'application',
    'application/',
    '/json',
    'application /json',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/json application/json',
    'application/json; charset=utf-16',
    'application/json; charset=utf8',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=utf-16; charset=utf-8',
    'application/json; charset="utf-16"',
    'application/json; charset=""',
    'application/json; charset="utf-8',
    'application/json; charset = utf-8',
    'application/json; charset=',
    'application/json; charset',
    'application/json; =utf-8',
    'application/json charset=utf-8',
    'application/json\u00a0',
    'application/jſon',
  ])('%j', (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(false);
  });
});

const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,8}$/);
const quoted = fc
  .stringMatching(/^[\t -~]{0,8}$/)
  .map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
const space = fc.stringMatching(/^[ \t]{0,2}$/);
const parameter = fc
  .tuple(space, space, token, fc.oneof(token, quoted))
  .filter(([, , name]) => name.toLowerCase() !== 'charset')
  .map(([before, after, name, value]) => `${before};${after}${name}=${value}`);
const parameters = fc.array(parameter, { maxLength: 4 }).map((list) => list.join(''));

describe('by the grammar of RFC 9110, section 8.3.1', () => {
  test('parameters that say nothing of a charset change nothing', () => {
    fc.assert(
      fc.property(token, token, parameters, (type, subtype, rest) => {
        expect(isJsonMediaType(`${type}/${subtype}${rest}`)).toBe(
          isJsonMediaType(`${type}/${subtype}`),
        );
        expect(isJsonMediaType(`application/json${rest}`)).toBe(true);
      }),
    );
  });

  test('one wrong charset among the parameters refuses it', () => {
    fc.assert(
      fc.property(parameters, token, parameters, (before, charset, after) => {
        const contentType = `application/json${before};charset=${charset}${after}`;
        expect(isJsonMediaType(contentType)).toBe(charset.toLowerCase() === 'utf-8');
      }),
    );
  });

  test.each([
    ['separators', ' ; '.repeat(4000)],
    ['white space', `;${' '.repeat(60_000)}`],
    ['parameters', '; a=b'.repeat(3000)],
    ['an open quotation', `; a="${String.raw`\"`.repeat(7000)}`],
  ])('a hostile header of many %s is refused at once', (_, rest) => {
    const startedAt = performance.now();
    expect(isJsonMediaType(`application/json${rest}@`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
