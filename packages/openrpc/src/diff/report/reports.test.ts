import { describe, expect, test } from 'vitest';
import { diff } from '../diff.js';
import { githubReport, jsonReport, markdownReport } from './reports.js';
import { ruleText } from './rule-text.js';
import { textReport } from './text-report.js';

const changes = diff({ methods: [{ name: 'pay', params: [] }] }, { methods: [] });
const reportsWith = (documentation: string) => ({
  json: jsonReport({ changes, ignored: [], expired: [] }, documentation),
  markdown: markdownReport(changes, documentation),
  github: githubReport(changes, {
    newPath: 'openrpc.json',
    isFailure: () => true,
    documentation,
  }),
  rule: ruleText('method-removed', false, documentation),
});

describe('the reports', () => {
  test('link the page of each rule at the address of the documentation', () => {
    const { json, markdown, github, rule } = reportsWith('https://docs.example');
    const page = 'https://docs.example/guide/rules/method-removed';
    expect(JSON.parse(json)).toMatchObject({ changes: [{ page }] });
    expect(markdown).toContain(`([\`method-removed\`](${page}))`);
    expect(github).toContain(`Run "jsonrpc-kit rule method-removed", or see ${page}\n`);
    expect(rule).toContain(`\nThis page: ${page}\nAll rules: https://docs.example/guide/`);
  });

  test('name the rule and the command, and link nothing, without an address of the documentation', () => {
    const { json, markdown, github, rule } = reportsWith('');
    expect(JSON.parse(json)).not.toHaveProperty('changes.0.page');
    expect(markdown).toContain('get MethodNotFound. (`method-removed`)');
    expect(github).toContain('Run "jsonrpc-kit rule method-removed"\n');
    expect(rule).toMatch(/\n\nAll rules: jsonrpc-kit rule --help\n$/);
    for (const report of [json, markdown, github, rule]) expect(report).not.toContain('guide/');
  });

  test('tell a change that several alternatives share once, with all its places', () => {
    const result = (minimum: number) => ({
      schema: {
        oneOf: ['a', 'b'].map((kind) => ({
          type: 'object',
          properties: { kind: { const: kind }, size: { type: 'integer', minimum } },
          required: ['kind'],
        })),
      },
    });
    const document = (minimum: number) => ({
      methods: [{ name: 'get', params: [], result: { name: 'result', ...result(minimum) } }],
    });
    const shared = diff(document(5), document(0));
    expect(shared).toHaveLength(2);
    const sentence = '"result.size" now allows';
    const lines = (report: string) => report.split('\n').filter((line) => line.includes('size'));
    expect(lines(markdownReport(shared))).toEqual([expect.stringContaining(sentence)]);
    expect(lines(textReport(shared, false))).toEqual([
      expect.stringContaining(sentence),
      expect.stringContaining('/oneOf/0/properties/size'),
      expect.stringContaining('/oneOf/1/properties/size'),
    ]);
  });
});
