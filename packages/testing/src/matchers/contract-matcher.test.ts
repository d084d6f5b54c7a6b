import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { openrpc } from '@jsonrpc-kit/schema';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../vitest.js';

let folder: string;
let baseline: string;

function bank(name: string, args: Record<string, v.GenericSchema> = {}): Api {
  const entrypoint = new Entrypoint('/rpc');
  entrypoint.method(name, { args }, () => null);
  return new Api().bindEntrypoint(entrypoint);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-contract-'));
  baseline = join(folder, 'openrpc.json');
  await writeFile(baseline, JSON.stringify(openrpc(bank('pay'))));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('passes for an api whose changes break no client', async () => {
  await expect(bank('pay')).toKeepContract(baseline);
  await expect(bank('pay', { note: v.optional(v.string()) })).toKeepContract(baseline);
});

test('fails for an api that breaks clients and lists the changes', async () => {
  await expect(
    expect(bank('pay', { amount: v.number() })).toKeepContract(baseline),
  ).rejects.toThrow('param-added-required in pay: The param "amount" was added');
});
