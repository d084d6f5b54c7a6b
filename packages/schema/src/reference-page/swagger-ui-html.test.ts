import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { swaggerUiHtml } from './swagger-ui-html.js';

const options = {
  title: 'Bank',
  version: '1.0.0',
  assetsUrl: './docs/',
  openapiUrl: './openapi.json',
  openrpcUrl: './openrpc.json',
  origins: [],
};

test('Swagger UI shows the title and version of the api', () => {
  const html = swaggerUiHtml(options);
  expect(html).toContain('<title>Bank 1.0.0</title>');
  expect(html).toContain('<h1>Bank</h1>');
  expect(html).toContain('<span class="page-version">1.0.0</span>');
});

test('Swagger UI links to the OpenAPI and OpenRPC document', () => {
  expect(swaggerUiHtml(options)).toContain('<a href="./openapi.json">OpenAPI</a>');
  expect(swaggerUiHtml(options)).toContain('<a href="./openrpc.json">OpenRPC</a>');
});

test('Swagger UI does not link to an OpenRPC document that is not served', () => {
  const html = swaggerUiHtml({ ...options, openrpcUrl: null });
  expect(html).toContain('<a href="./openapi.json">OpenAPI</a>');
  expect(html).not.toContain('OpenRPC');
});

describe('Swagger UI', () => {
  test('escapes markup in the title', () => {
    const html = swaggerUiHtml({
      ...options,
      title: `</title><script>alert('1')</script> & "so"`,
    });
    const text =
      '&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;so&quot;';
    expect(html).toContain(`<title>${text} 1.0.0</title>`);
    expect(html).toContain(`<h1>${text}</h1>`);
  });

  test('shows a title in any script', () => {
    expect(swaggerUiHtml({ ...options, title: 'Žluťoučký 銀行 🏦' })).toContain(
      '<h1>Žluťoučký 銀行 🏦</h1>',
    );
  });

  test('has the same tags for any title, version and path', () => {
    const tags = (html: string): readonly string[] =>
      [...html.matchAll(/<(?:"[^"]*"|[^>"])*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
    const plain = tags(swaggerUiHtml(options));
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a') }),
    );
    fc.assert(
      fc.property(text, text, text, (title, version, end) => {
        const html = swaggerUiHtml({ ...options, title, version, openrpcUrl: `/${end}` });
        expect(tags(html)).toEqual(plain);
      }),
    );
  });
});

test('Swagger UI has no inline scripts or styles', () => {
  const html = swaggerUiHtml(options);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
  expect(scripts).not.toEqual([]);
  for (const [, attributes, content] of scripts) {
    expect(attributes).toContain(' src="');
    expect(content).toBe('');
  }
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
});
