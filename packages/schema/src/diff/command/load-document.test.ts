import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diff } from '../diff.js';
import { loadDocument } from './load-document.js';

let folder: string;
let server: Server;
let url: string;

const MIB = 2 ** 20;
const documentOf = (schema: object): object => ({
  methods: [{ name: 'pay', params: [{ name: 'amount', schema }] }],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-load-'));
  server = createServer((request, response) => {
    // More than any document.
    if (request.url === '/endless') createReadStream('/dev/zero').pipe(response);
    else if (request.url === '/missing') response.writeHead(404).end();
    else if (request.url === '/types/amount.json') response.end('{"type":"integer"}');
    else response.end(JSON.stringify(documentOf({ $ref: request.url?.slice(2) })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function file(path: string, content: object | string): Promise<string> {
  const full = join(folder, path);
  await mkdir(join(full, '..'), { recursive: true });
  await writeFile(full, typeof content === 'string' ? content : JSON.stringify(content));
  return full;
}

interface Loaded {
  readonly document: object;
  readonly problems: readonly string[];
}

async function load(source: string): Promise<Loaded> {
  const problems: string[] = [];
  const options = { exportName: undefined, onProblem: (one: string) => problems.push(one) };
  return { document: await loadDocument(source, options), problems };
}

const rulesOf = (old: Loaded, next: Loaded): readonly string[] =>
  diff(old.document, next.document).map(({ rule }) => rule);

test('follows references to other files and back, relative to the file that they are in', async () => {
  const version = async (name: string, maximum: number): Promise<Loaded> => {
    await file(`${name}/types/amount.json`, {
      definitions: { 'a/b': { $ref: './limits.json#limit' } },
    });
    await file(`${name}/types/limits.json`, {
      definitions: {
        limit: { $anchor: 'limit', maximum, $ref: '../openrpc.json#/components/schemas/Whole' },
      },
    });
    const document = documentOf({ $ref: 'types/amount.json#/definitions/a~1b' });
    const components = { schemas: { Whole: { $schema: '2020-12', type: 'integer' } } };
    return load(await file(`${name}/openrpc.json`, { ...document, components }));
  };
  const [old, next] = [await version('v1', 10), await version('v2', 9)];
  expect(old.problems).toEqual([]);
  expect(rulesOf(old, old)).toEqual([]);
  expect(rulesOf(old, next)).toEqual(['param-constraint-narrowed']);
  expect(rulesOf(next, old)).toEqual(['param-widened']);
});

test('leaves references to a missing file undecided and says which it is', async () => {
  const lost = await load(await file('lost/openrpc.json', documentOf({ $ref: './lost.json' })));
  expect(lost.problems).toEqual([
    expect.stringMatching(/^Can't read .*lost\.json: ENOENT.*\. References to it are undecided$/),
  ]);
  expect(rulesOf(lost, lost)).toEqual(['param-undecided']);
});

test('follows references of a server to itself, and to nothing else', async () => {
  const own = await load(`${url}/?types/amount.json`);
  expect(own.document).toMatchObject({
    'x-referenced': { [`${url}/types/amount.json`]: { type: 'integer' } },
  });
  for (const other of ['file:///etc/passwd', 'http://127.0.0.1:1/x', '//example.org/x']) {
    const { document, problems } = await load(`${url}/?${other}`);
    expect(problems).toEqual([]);
    expect(document).not.toHaveProperty('x-referenced');
  }
});

test('reads a file that begins with a byte order mark', async () => {
  const path = await file('bom.json', `\uFEFF${JSON.stringify(documentOf({}))}`);
  expect((await load(path)).document).toEqual(documentOf({}));
});

test('rejects a document that is too long or does not arrive', async () => {
  const path = await file('huge.json', '');
  await truncate(path, 65 * MIB);
  await expect(load(path)).rejects.toThrow('it is longer than 64 MiB');
  await expect(load(`${url}/endless`)).rejects.toThrow('it is longer than 64 MiB');
  await expect(load(`${url}/missing`)).rejects.toThrow('the server responded with status 404');
});

test('rejects JSON that is not an OpenRPC document and names it', async () => {
  const path = await file('openapi.json', { openapi: '3.1.0' });
  await expect(load(path)).rejects.toThrow(
    'openapi.json is not an OpenRPC document: it has no list "methods"',
  );
});
