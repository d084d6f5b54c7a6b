import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Trace {
  readonly body: string;
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Runs one call in the built package, in its own process, because a profiler disturbs coverage. */
function traceCall(): Trace {
  const script = fileURLToPath(new URL('../../test/trace-call.mjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Trace;
}

/** The files of the table "The path of a call" in CONTRIBUTING.md. */
function documentedFiles(): string[] {
  const url = new URL('../../../../CONTRIBUTING.md', import.meta.url);
  const section = readFileSync(url, 'utf8').split('## The path of a call')[1]?.split('\n## ')[0];
  return Array.from((section ?? '').matchAll(/^\| `([\w/-]+\.ts)` /gm), ([, file]) => file ?? '');
}

test('a synchronous call enters at most 25 files and 100 functions, which CONTRIBUTING lists by file', () => {
  const { body, files } = traceCall();
  expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":42}');
  const entered = Object.entries(files).filter(([, functions]) => functions.length > 0);
  const names = entered.map(([file]) => file);
  // Getters, constructors and anonymous functions included, because a debugger enters them as well.
  expect(entered.flatMap(([, functions]) => functions).length).toBeLessThanOrEqual(100);
  expect(names.length).toBeLessThanOrEqual(25);
  expect(documentedFiles().toSorted()).toEqual(names.toSorted());
});
