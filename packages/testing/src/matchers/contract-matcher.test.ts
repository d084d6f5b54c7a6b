import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { openrpc } from '@jsonrpc-kit/schema';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../vitest.js';

let folder: string;

function bank(
  name: string,
  args: Record<string, v.GenericSchema> = {},
  result?: v.GenericSchema,
): Api {
  const entrypoint = new Entrypoint('/rpc');
  entrypoint.method(name, { args, result }, () => null);
  return new Api().bindEntrypoint(entrypoint);
}

/** Returns the path of a file with the document of an api. */
async function baselineOf(api: Api): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, JSON.stringify(openrpc(api)));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-contract-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('passes for an api whose changes break no client', async () => {
  const baseline = await baselineOf(bank('pay'));
  await expect(bank('pay')).toKeepContract(baseline);
  await expect(bank('pay', { note: v.optional(v.string()) })).toKeepContract(baseline);
});

test('fails for an api that breaks clients and lists the changes', async () => {
  const baseline = await baselineOf(bank('pay'));
  await expect(
    expect(bank('pay', { amount: v.number() })).toKeepContract(baseline),
  ).rejects.toThrow(
    `but it breaks it:
  pay (/rpc)
    The param "amount" was added. Clients that do not send it get InvalidParams (param-added-required)
Undo the changes. If you intend them, accept them in the file of the option "ignore".`,
  );
});

test('says how to write the document if it is missing', async () => {
  const missing = expect(bank('pay')).toKeepContract(join(folder, 'missing.json'));
  await expect(missing).rejects.toThrow(/ENOENT.*"jsonrpc-kit snapshot"$/);
});

test('fails for changes that break clients at compile time only with failOn types', async () => {
  const baseline = await baselineOf(bank('pay', {}, v.picklist(['paid', 'pending', 'refused'])));
  const changed = bank('pay', {}, v.picklist(['paid', 'pending']));
  await expect(changed).toKeepContract(baseline);
  await expect(changed).toKeepContract(baseline, { failOn: 'wire' });
  await expect(expect(changed).toKeepContract(baseline, { failOn: 'types' })).rejects.toThrow(
    '(result-enum-narrowed)',
  );
});

test('fails with failOn types for changes that break clients at run time, too', async () => {
  const baseline = await baselineOf(bank('pay'));
  await expect(
    expect(bank('refund')).toKeepContract(baseline, { failOn: 'types' }),
  ).rejects.toThrow('(method-renamed)');
});

test('fails for changes that could not be decided unless they are allowed', async () => {
  const code = (pattern: RegExp): Api =>
    bank('pay', { code: v.pipe(v.string(), v.regex(pattern)) });
  const baseline = await baselineOf(code(/^[a-z]+$/));
  await expect(expect(code(/^(?!admin)[a-z]+$/)).toKeepContract(baseline)).rejects.toThrow(
    '(param-undecided)',
  );
  await expect(code(/^(?!admin)[a-z]+$/)).toKeepContract(baseline, { allowUnknown: true });
});

test('does not allow other changes with allowUnknown', async () => {
  const baseline = await baselineOf(bank('pay'));
  await expect(
    expect(bank('refund')).toKeepContract(baseline, { allowUnknown: true }),
  ).rejects.toThrow('(method-renamed)');
});

describe('with the option `ignore`', () => {
  /** Returns the path of a file that accepts a new required param of `pay`. */
  async function accepting(expires: string): Promise<string> {
    const path = join(folder, `${crypto.randomUUID()}.json`);
    const entry = { rule: 'param-added-required', method: 'pay', reason: 'No clients', expires };
    await writeFile(path, JSON.stringify({ ignore: [entry] }));
    return path;
  }

  test('passes for accepted changes and fails for all others', async () => {
    const baseline = await baselineOf(bank('pay'));
    const ignore = await accepting('2999-12-31');
    await expect(bank('pay', { amount: v.number() })).toKeepContract(baseline, { ignore });
    await expect(expect(bank('refund')).toKeepContract(baseline, { ignore })).rejects.toThrow(
      '(method-renamed)',
    );
  });

  test('fails for an entry that has expired, even if nothing has changed', async () => {
    const baseline = await baselineOf(bank('pay'));
    const ignore = await accepting('2020-12-31');
    await expect(expect(bank('pay')).toKeepContract(baseline, { ignore })).rejects.toThrow(
      'accepted changes have expired: param-added-required of pay. Undo them, or extend the entries',
    );
  });

  test('fails for a file that cannot be read or has the wrong format', async () => {
    const baseline = await baselineOf(bank('pay'));
    const missing = join(folder, 'missing.json');
    await expect(expect(bank('pay')).toKeepContract(baseline, { ignore: missing })).rejects.toThrow(
      /^Can't read the accepted changes .*missing\.json: ENOENT.*\{ "ignore": \[\] \}$/,
    );
    await expect(
      expect(bank('pay')).toKeepContract(baseline, { ignore: baseline }),
    ).rejects.toThrow('The ignore file has no list "ignore"');
  });
});

test('fails with `not` for an api that keeps the contract', async () => {
  const baseline = await baselineOf(bank('pay'));
  await expect(bank('refund')).not.toKeepContract(baseline);
  await expect(expect(bank('pay')).not.toKeepContract(baseline)).rejects.toThrow(
    'expected the api to break the contract',
  );
});
