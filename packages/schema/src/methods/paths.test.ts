import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeLink } from './paths.js';

test.each([
  ['/docs', '/openapi.json', './openapi.json'],
  ['/docs/', '/openapi.json', '../openapi.json'],
  ['/docs', '/docs/a.css', './docs/a.css'],
  ['/docs/', '/docs/a.css', './a.css'],
  ['/internal/docs', '/openapi.json', '../openapi.json'],
  ['/internal/docs', '/internal/openapi.json', './openapi.json'],
  ['/docs', '/schemas/v1/openapi.json', './schemas/v1/openapi.json'],
  ['/', '/openapi.json', './openapi.json'],
  ['/docs', '/', './'],
  ['/docs', '/urn:a', './urn:a'],
])('relativeLink() from %s to %s is %s', (from, to, link) => {
  expect(relativeLink(from, to)).toBe(link);
});

const segment = fc.stringMatching(/^[\w\-.~:@]{1,4}$/).filter((text) => !/^\.+$/.test(text));
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '/'))
  .map(([segments, end]) => `/${segments.join('/')}${segments.length > 0 ? end : ''}`);

test('relativeLink() resolves to the target under any prefix', () => {
  fc.assert(
    fc.property(path, path, fc.constantFrom('', '/bank', '/a/b'), (from, to, prefix) => {
      const resolved = new URL(relativeLink(from, to), `http://localhost${prefix}${from}`);
      expect(resolved.href).toBe(`http://localhost${prefix}${to}`);
    }),
  );
});
