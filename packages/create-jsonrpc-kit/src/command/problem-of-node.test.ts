import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OLDEST_NODE, problemOfNode } from './problem-of-node.js';

test.each(['20.20.0', '20.20.2', '22.0.0', '26.10.0'])('the command runs on Node %s', (version) => {
  expect(problemOfNode(version)).toBeUndefined();
});

test.each(['16.20.2', '18.20.8', '20.19.6'])('the command does not run on Node %s', (version) => {
  expect(problemOfNode(version)).toBe(
    `jsonrpc-kit needs Node 20.20 or newer, and this is Node ${version}. Install a newer Node from https://nodejs.org`,
  );
});

test('the oldest version is that of the engines in package.json', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ engines: { node: `>=${OLDEST_NODE}` } });
});
