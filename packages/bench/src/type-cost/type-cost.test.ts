import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCompiler } from './run-compiler.js';
import { writeProgram } from './write-program.js';

const folder = fileURLToPath(new URL('../../.report/type-cost-test', import.meta.url));

/** How often a pattern stands in the files whose names begin so. */
function count(files: string, pattern: RegExp): number {
  const texts = readdirSync(folder)
    .filter((name) => name.startsWith(files))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.join('').match(pattern)?.length ?? 0;
}

test('the program has as many methods and calls as are asked for', () => {
  writeProgram(folder, { methods: 120, calls: 70 });
  expect(count('methods-', /v1\.method\(/g)).toBe(120);
  expect(count('calls-', /client\[/g)).toBe(70);
});

test('the compiler checks every call against its method', () => {
  writeProgram(folder, { methods: 12, calls: 24 });
  const { faults, cpuSeconds } = runCompiler(folder);
  expect(faults).toBe('');
  expect(cpuSeconds).toBeGreaterThan(0.05);

  const wrong = [
    "export const noMethod = client['method.12']({});",
    "export const noParams = client['method.11']({ accountId: 'x', amount: '1', kind: 'a' });",
    "export const noResult = (await client['method.10']({ accountId: 'x', amount: 1, kind: 'a' })).total9;",
  ];
  appendFileSync(join(folder, 'calls-0.ts'), wrong.join('\n'));
  expect(runCompiler(folder).faults.match(/^calls-0\.ts.*error TS\d+/gm) ?? []).toHaveLength(3);
});
