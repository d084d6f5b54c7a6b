import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { geometry } from '../test/typescript/geometry.js';
import { InvalidShape } from '../test/typescript/shapes.js';
import { WorkerPool } from './index.js';

/** Creates a project with one TypeScript source, and a module of its function. */
function openProject(type: 'module' | 'commonjs') {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'worker-typescript-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  const source = 'export function twice(n: number): number {\n  return n * 2;\n}\n';
  writeFileSync(join(folder, 'twice.worker.ts'), source);
  // Keeps the threads from finding tsx through NODE_PATH.
  const pool = new WorkerPool({ maxThreads: 1, env: {} });
  onTestFinished(() => pool.close({ timeout: 0 }));
  const url = new URL('twice.worker.js', pathToFileURL(`${folder}/`));
  const twice = pool.module<{ readonly twice: (n: number) => number }>(url);
  return { folder, twice };
}

describe('a TypeScript source that is not built', () => {
  test('runs in the tests of an application', async () => {
    expect(await geometry.run('area', [{ width: 2, height: 3 }])).toBe(6);
    const error = rejectionOf(geometry.run('area', [{ width: -2, height: 3 }]));
    expect(await error).toBeInstanceOf(InvalidShape);
  });

  test.each([
    ['a process that uses tsx', false],
    ['one that also preloads a TypeScript file', true],
  ])('runs in %s', (_, isPreloaded) => {
    const main = fileURLToPath(new URL('../test/typescript/main.ts', import.meta.url));
    const shapes = new URL('../test/typescript/shapes.ts', import.meta.url).href;
    const flags = ['--import', 'tsx', ...(isPreloaded ? ['--import', shapes] : [])];
    const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, main], {
      cwd: dirname(main),
      encoding: 'utf8',
    });
    expect({ stdout, stderr, status }).toEqual({ stdout: '6\n', stderr: '', status: 0 });
  });

  test.each(['module', 'commonjs'] as const)(
    'runs when the project has tsx, in a package of type %s',
    async (type) => {
      const { folder, twice } = openProject(type);
      const tsx = dirname(fileURLToPath(import.meta.resolve('tsx/package.json')));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(tsx, join(folder, 'node_modules', 'tsx'), 'junction');
      expect(await twice.run('twice', [2])).toBe(4);
    },
  );

  test('runs without tsx if Node strips types, otherwise rejects with advice', async () => {
    const { twice } = openProject('module');
    const outcome = await twice.run('twice', [2]).catch((error: Error) => error.message);
    const { features, versions } = process;
    const stripsTypes = 'typescript' in features && features.typescript !== false;
    expect(outcome).toBe(
      stripsTypes
        ? 4
        : `The worker module twice.worker.ts is TypeScript, which Node ${versions.node} can't load. ` +
            'Install tsx for development, or build the module first',
    );
  });
});
