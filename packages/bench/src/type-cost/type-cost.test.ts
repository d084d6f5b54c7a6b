import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile } from './compile.js';
import { writeProgram } from './program.js';

const folder = fileURLToPath(new URL('../../.report/type-cost-test', import.meta.url));

function count(files: string, pattern: RegExp): number {
  const names = readdirSync(folder).filter((name) => name.startsWith(files));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.join('').match(pattern)?.length ?? 0;
}

test('the program has the given number of methods and calls', () => {
  writeProgram(folder, 120, 70);
  expect(count('methods-', /v1\.method\(/g)).toBe(120);
  expect(count('calls-', /client\[/g)).toBe(70);
});

test('the compiler checks every call against its method', () => {
  writeProgram(folder, 12, 24);
  const { errors, cpuSeconds } = compile(folder);
  expect(errors).toBe('');
  expect(cpuSeconds).toBeGreaterThan(0.05);

  const wrong = [
    "export const noMethod = client['method.12']({});",
    "export const noParams = client['method.11']({ accountId: 'x', amount: '1', kind: 'a' });",
    "export const noResult = (await client['method.10']({ accountId: 'x', amount: 1, kind: 'a' })).total9;",
  ];
  appendFileSync(join(folder, 'calls-0.ts'), wrong.join('\n'));
  expect(compile(folder).errors.match(/^calls-0\.ts.*error TS\d+/gm)).toHaveLength(3);
});
