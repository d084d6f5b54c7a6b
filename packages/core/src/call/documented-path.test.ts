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

/** Accessors, constructors, anonymous functions and promise helpers aren't steps of the path. */
function isStep(name: string): boolean {
  return /^#?[a-z]/.test(name) && !name.startsWith('get ');
}

function tracedPath({ files }: Trace): Record<string, string[]> {
  const steps = Object.entries(files)
    .filter(([file]) => !file.startsWith('async/'))
    .map(([file, names]) => [file, [...new Set(names.filter(isStep))].toSorted()] as const);
  return Object.fromEntries(steps.filter(([, names]) => names.length > 0));
}

/** The rows of the table "The path of a request" in CONTRIBUTING.md. */
function documentedPath(): Record<string, string[]> {
  const url = new URL('../../../../CONTRIBUTING.md', import.meta.url);
  const text = readFileSync(url, 'utf8').split('## The path of a request')[1]?.split('\n## ')[0];
  const rows = [...(text ?? '').matchAll(/^\| `([\w/-]+\.ts)` +\| (.*?) *\|$/gm)];
  return Object.fromEntries(
    rows.map(([, file, functions]) => [
      file,
      Array.from((functions ?? '').matchAll(/`(\w+)`/g), ([, name]) => name ?? '').toSorted(),
    ]),
  );
}

test('a call takes the path that CONTRIBUTING.md documents, through at most 30 files', () => {
  const trace = traceCall();
  expect(trace.body).toBe('{"jsonrpc":"2.0","id":1,"result":42}');
  const path = tracedPath(trace);
  expect(documentedPath()).toEqual(path);
  expect(Object.keys(path).length).toBeLessThanOrEqual(30);
});
