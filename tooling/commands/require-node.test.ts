import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('require-node.mjs', import.meta.url));

/** Runs the check in a process that says it is of this version. */
function checkAs(version: string): { status: number | null; stderr: string } {
  const program = `
    Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    await import(${JSON.stringify(file)});
  `;
  const args = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

test.each(['16.20.2', '18.20.8', '20.18.9'])('Node %s is told what is needed', (version) => {
  expect(checkAs(version)).toMatchObject({
    status: 1,
    stderr: `Node 20.19 or newer is needed; this is v${version}\n`,
  });
});

test.each(['20.19.0', '22.0.0', '24.11.1'])('Node %s goes on', (version) => {
  expect(checkAs(version)).toMatchObject({ status: 0, stderr: '' });
});
