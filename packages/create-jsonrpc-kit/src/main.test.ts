import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** A module that lets Node look like version 18, which can't load `@clack/prompts`. */
const node18 = `
  import { register } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '18.20.8' });
  register(${JSON.stringify(
    moduleOf(`export async function resolve(specifier, context, next) {
      if (specifier === '@clack/prompts') throw new SyntaxError('no export named styleText');
      return next(specifier, context);
    }`),
  )});
`;

test('on a Node that is too old, the command prints which version it needs', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', moduleOf(node18), main, 'shop', '--yes'],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^jsonrpc-kit needs Node 20\.20 or newer, and this is Node 18\.20\.8\./);
});

function moduleOf(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
