import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failure } from '../test/failure.js';
import { geometry } from '../test/typescript/geometry.js';
import { NoShape } from '../test/typescript/shapes.js';
import { WorkerPool } from './index.js';

/** A project of its own with one source, and the function that it exports. */
function openProject(type: 'module' | 'commonjs') {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'worker-typescript-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  const source = 'export function twice(n: number): number {\n  return n * 2;\n}\n';
  writeFileSync(join(folder, 'twice.worker.ts'), source);
  // Of an environment variable NODE_PATH its threads know nothing.
  const pool = new WorkerPool({ maxThreads: 1, env: {} });
  onTestFinished(() => pool.close({ timeout: 0 }));
  const url = new URL('twice.worker.js', pathToFileURL(`${folder}/`));
  const twice = pool.module<{ readonly twice: (n: number) => number }>(url);
  return { folder, twice };
}

describe('TypeScript sources, before a build', () => {
  test('run in the tests of an application', async () => {
    expect(await geometry.run('area', [{ width: 2, height: 3 }])).toBe(6);
    const refused = failure(geometry.run('area', [{ width: -2, height: 3 }]));
    expect(await refused).toBeInstanceOf(NoShape);
  });

  test('run under tsx', () => {
    const main = fileURLToPath(new URL('../test/typescript/main.ts', import.meta.url));
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', main], {
      encoding: 'utf8',
    });
    expect({ stdout, stderr, status }).toEqual({ stdout: '6\n', stderr: '', status: 0 });
  });

  test.each(['module', 'commonjs'] as const)(
    'run where the project has tsx, in a package of type %s',
    async (type) => {
      const { folder, twice } = openProject(type);
      const tsx = dirname(fileURLToPath(import.meta.resolve('tsx/package.json')));
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(tsx, join(folder, 'node_modules', 'tsx'), 'junction');
      expect(await twice.run('twice', [2])).toBe(4);
    },
  );

  test('run without tsx where Node strips types; elsewhere the error says what to do', async () => {
    const { twice } = openProject('module');
    const outcome = await twice.run('twice', [2]).catch((error: Error) => error.message);
    const { features, versions } = process;
    const stripsTypes = 'typescript' in features && features.typescript !== false;
    expect(outcome).toBe(
      stripsTypes
        ? 4
        : `The worker module twice.worker.ts is TypeScript, which Node ${versions.node} can't load ` +
            'by itself; install tsx for development, or build first',
    );
  });
});
