import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { diff } from './diff.js';
import type { Severity } from './rules/rule.js';

interface Document {
  readonly methods: readonly { readonly name: string }[];
}

const read = async (url: URL): Promise<Document> =>
  JSON.parse(await readFile(url, 'utf8')) as Document;

const ethereum = new URL('build/openrpc.json', import.meta.resolve('@metamask/api-specs'));
const olderEthereum = new URL('build/openrpc.json', import.meta.resolve('metamask-api-specs-0.9'));
const examples = new URL('../service-descriptions/', import.meta.resolve('@open-rpc/examples'));
const exampleFiles = (await readdir(examples)).filter((name) => name.endsWith('.json'));
const documents: readonly (readonly [string, URL])[] = [
  ["Ethereum's API with the additions of MetaMask", ethereum],
  ...exampleFiles.map((name) => [`OpenRPC's example ${name}`, new URL(name, examples)] as const),
];

describe.each(documents)('the diff of %s', (_, url) => {
  test('is empty for a copy', async () => {
    const document = await read(url);
    expect(document.methods.length).toBeGreaterThan(0);
    expect(diff(document, structuredClone(document))).toEqual([]);
  });

  test('reports each method that is removed', async () => {
    const document = await read(url);
    const changes = diff(document, { ...document, methods: [] });
    expect(changes.map(({ method }) => method)).toEqual(document.methods.map(({ name }) => name));
    for (const { rule } of changes) expect(rule).toMatch(/^(?:deprecated-)?method-removed$/);
  });
});

test("the diff of two releases of Ethereum's API with the additions of MetaMask leaves nothing undecided", async () => {
  const changes = diff(await read(olderEthereum), await read(ethereum));
  const count = (severity: Severity): number =>
    changes.filter((change) => change.severity === severity).length;
  expect(count('wire')).toBeGreaterThan(0);
  expect(count('compatible')).toBeGreaterThan(0);
  expect(count('unknown')).toBe(0);
});
