import { describe, expect, test } from 'vitest';
import { type RuleId, rules } from '../diff/rules/rules.js';
import { jsonrpcKit } from './jsonrpc-kit.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], hasColor = false): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const code = await jsonrpcKit(['rule', ...args], {
    stdout: (text) => (written.stdout += text),
    stderr: (text) => (written.stderr += text),
    hasColor,
  });
  return { code, ...written };
}

describe('jsonrpc-kit rule', () => {
  test('prints what changed, who breaks, an example and advice', async () => {
    expect(await run(['limit-lowered'])).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`limit-lowered (wire)

What changed: A limit in \`x-limits\` is lower, or new. Limits are the bytes of a body, the calls of a
batch, the time of a call, and the calls of a client per period.
Who breaks: Clients that exceed the new limit are rejected.

Example
    {
      "methods": [
        {
          "name": "ping",
          "params": []
        }
      ],
      "x-limits": {
  -     "maxBatchSize": 1000
  +     "maxBatchSize": 100
      }
    }

  limit-lowered: The limit maxBatchSize changed from 1000 to 100. Clients that exceed the new limit
  are rejected

How to avoid breaking clients
  Find out which clients exceed the new limit, and inform them before you lower it. If possible,
  apply the lower limit only to a new entrypoint or a new method.
`) as unknown,
    });
  });

  test.each(Object.keys(rules) as RuleId[])(
    'prints the page of %s within 100 columns and without links of Markdown',
    async (id) => {
      const { code, stdout } = await run([id]);
      expect(code).toBe(0);
      expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
      expect(stdout).not.toMatch(/\]\(|\.md/);
    },
  );

  test('writes the severity and the changed lines in color to a terminal', async () => {
    const { stdout } = await run(['limit-lowered'], true);
    expect(stdout).toContain('\u001b[31mlimit-lowered (wire)\u001b[0m');
    expect(stdout).toContain('\u001b[31m  -     "maxBatchSize": 1000\u001b[0m');
    expect(stdout).toContain('\u001b[32m  +     "maxBatchSize": 100\u001b[0m');
  });

  test('lists all rules for --help', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(Object.keys(rules).filter((id) => !lines.includes(`  ${id}`))).toEqual([]);
    expect(await run(['-h'])).toEqual({ code, stdout, stderr });
  });

  test.each([
    [['method-remove'], 'Unknown rule "method-remove". Did you mean "method-removed"?'],
    [['Method-Removed'], 'Unknown rule "Method-Removed". Did you mean "method-removed"?'],
    [['param-required'], 'Unknown rule "param-required". Did you mean "param-made-required"?'],
    [['toString'], 'Unknown rule "toString". The option --help lists all rules'],
    [['method-removed'.repeat(5)], 'removed". The option --help lists all rules'],
    [[], 'Expected the id of one rule, such as method-removed, but got 0'],
    [
      ['method-added', 'method-removed'],
      'Expected the id of one rule, such as method-removed, but',
    ],
    [['--all'], "Unknown option '--all'"],
  ])('exits with 2 for the arguments %j and says what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('\nRun "jsonrpc-kit rule --help" for usage.\n');
  });
});
