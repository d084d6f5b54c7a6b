import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explorerHtml, explorerPolicy } from './explorer-html.js';

const options = { title: 'Bank 1.0.0', openrpcUrl: './openrpc.json', assetsUrl: './docs/' };

describe('explorerHtml()', () => {
  test('names the document, the base of its servers and the origins that may be called', () => {
    const origins = ['https://a.example', 'https://b.example'];
    const html = explorerHtml({ ...options, baseUrl: 'https://a.example/x', origins });
    expect(html).toContain(' data-openrpc="./openrpc.json"');
    expect(html).toContain(' data-base="https://a.example/x"');
    expect(html).toContain(' data-origins="https://a.example https://b.example"');
  });

  test('has no inline scripts or styles', () => {
    const html = explorerHtml(options);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" src="./docs/explorer.js">',
    ]);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  });

  test('has the same tags for any text', () => {
    const tags = (html: string): readonly string[] =>
      [...html.matchAll(/<(?:"[^"]*"|[^>"])*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
    const plain = tags(explorerHtml(options));
    const text = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a') });
    fc.assert(
      fc.property(text, text, text, (title, openrpcUrl, assetsUrl) => {
        expect(tags(explorerHtml({ title, openrpcUrl, assetsUrl }))).toEqual(plain);
      }),
    );
  });
});

describe('explorerPolicy()', () => {
  test('allows the own origin only by default', () => {
    expect(explorerPolicy()).toContain("default-src 'none'");
    expect(explorerPolicy()).toContain("connect-src 'self';");
  });

  test('allows calls to the given origins', () => {
    expect(explorerPolicy(['https://a.example', 'http://127.0.0.1:8545'])).toContain(
      "connect-src 'self' https://a.example http://127.0.0.1:8545;",
    );
  });

  test.each(['https://a.example/path', '*', "'unsafe-inline'", 'https://a.example; script-src *'])(
    'rejects %j, which is not an origin',
    (origin) => {
      expect(() => explorerPolicy([origin])).toThrow('is not an origin. Pass one such as');
    },
  );
});
