import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the adapter runs on a fetch runtime without modules of Node', async () => {
  const hooks = new URL('../test/block-node-modules.mjs', import.meta.url).href;
  const script = fileURLToPath(new URL('../test/serve-without-node.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', hooks, script]);
  expect(stdout).toBe('200 {"jsonrpc":"2.0","id":1,"result":"pong"}\n');
});
