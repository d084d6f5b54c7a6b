import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docsHtml } from './docs-html.js';

const options = {
  title: 'Bank',
  version: '1.0.0',
  path: '/docs',
  assetsPath: '/docs/',
  openapiUrl: '/openapi.json',
  openrpcUrl: '/openrpc.json',
};

test('names the application and its version', () => {
  const html = docsHtml(options);
  expect(html).toContain('<title>Bank 1.0.0</title>');
  expect(html).toContain('<h1>Bank</h1>');
  expect(html).toContain('<span class="docs-version">1.0.0</span>');
});

test('links to both documents', () => {
  expect(docsHtml(options)).toContain('<a href="./openapi.json">OpenAPI</a>');
  expect(docsHtml(options)).toContain('<a href="./openrpc.json">OpenRPC</a>');
});

test('does not link to a document that is not served', () => {
  const html = docsHtml({ ...options, openrpcUrl: null });
  expect(html).toContain('<a href="./openapi.json">OpenAPI</a>');
  expect(html).not.toContain('OpenRPC');
});

describe('a title is text', () => {
  test('markup in it stays text', () => {
    const html = docsHtml({ ...options, title: `</title><script>alert('1')</script> & "so"` });
    const text =
      '&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;so&quot;';
    expect(html).toContain(`<title>${text} 1.0.0</title>`);
    expect(html).toContain(`<h1>${text}</h1>`);
  });

  test('it may be of any script', () => {
    expect(docsHtml({ ...options, title: 'Žluťoučký 銀行 🏦' })).toContain(
      '<h1>Žluťoučký 銀行 🏦</h1>',
    );
  });

  test('whatever is in title, version and paths, the tags are the same', () => {
    const tags = (html: string): readonly string[] =>
      [...html.matchAll(/<(?:"[^"]*"|[^>"])*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
    const plain = tags(docsHtml(options));
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a') }),
    );
    fc.assert(
      fc.property(text, text, text, (title, version, end) => {
        const html = docsHtml({ ...options, title, version, openrpcUrl: `/${end}` });
        expect(tags(html)).toEqual(plain);
      }),
    );
  });
});

test('nothing is inline, so the policy needs no exception', () => {
  const html = docsHtml(options);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
  expect(scripts).not.toEqual([]);
  for (const [, attributes, content] of scripts) {
    expect(attributes).toContain(' src="');
    expect(content).toBe('');
  }
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
});
