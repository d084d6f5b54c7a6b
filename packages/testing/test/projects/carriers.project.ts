import type { Api } from '@jsonrpc-kit/core';
import { adapterApi, type TextBody, type ValueBody } from '@jsonrpc-kit/core/adapter';
import { jsonRpcTest as test } from '@jsonrpc-kit/testing/vitest';
import { createApi, createStrictApi } from './bank.ts';

/** Runs a message that no HTTP request to the entrypoint has brought. */
async function run(
  kind: 'tool' | 'job',
  body: TextBody | ValueBody,
  api: Api = createApi(),
): Promise<void> {
  const [entrypoint] = api.entrypoints;
  if (entrypoint === undefined) throw new Error('The api has no entrypoint');
  const carrier = { kind, http: undefined, header: () => undefined, signal: undefined };
  await adapterApi(api).runMessage(entrypoint, { carrier, body });
}

const callOf = (method: string): ValueBody => ({
  kind: 'value',
  value: { jsonrpc: '2.0', id: 1, method },
});

test('a tool call with an undeclared error', () => run('tool', callOf('close')));

test('a job with an undeclared error', () => run('job', callOf('close')));

test('a job with a declared error', () => run('job', callOf('pay')));

test('a job that throws', () => run('job', callOf('crash')));

test('a job whose background task throws', () => run('job', callOf('remind')));

test('a job that is rejected as a whole', () =>
  run('job', { kind: 'text', text: '{' }, createStrictApi()));
