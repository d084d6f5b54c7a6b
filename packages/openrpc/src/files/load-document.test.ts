import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diff } from '../diff/diff.js';
import type { ReadingRules } from './document-files.js';
import type { LoadedDocument } from './bundle-references.js';
import { loadDocument } from './load-document.js';

let folder: string;
let server: Server;
let url: string;
/** The same server under another origin. */
let elsewhere: string;
const requests: string[] = [];

const MIB = 2 ** 20;
const documentOf = (schema: object): object => ({
  methods: [{ name: 'pay', params: [{ name: 'amount', schema }] }],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-load-'));
  server = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    // More than any document.
    if (request.url === '/endless') createReadStream('/dev/zero').pipe(response);
    else if (request.url === '/missing') response.writeHead(404).end();
    else if (request.url === '/moved') {
      response.writeHead(302, { location: '/types/amount.json' }).end();
    } else if (request.url === '/away') {
      response.writeHead(302, { location: `${elsewhere}/types/amount.json` }).end();
    } else if (request.url === '/circle') response.writeHead(302, { location: '/circle' }).end();
    else if (request.url === '/types/amount.json') response.end('{"type":"integer"}');
    else response.end(JSON.stringify(documentOf({ $ref: request.url?.slice(2) })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  elsewhere = `http://localhost:${port}`;
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

const rulesOf = (old: LoadedDocument, next: LoadedDocument): readonly string[] =>
  diff(old.document, next.document).map(({ rule }) => rule);

test('follows references to other files and back, relative to the file that they are in', async () => {
  const version = async (name: string, maximum: number): Promise<LoadedDocument> => {
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
    return loadDocument(await file(`${name}/openrpc.json`, { ...document, components }));
  };
  const [old, next] = [await version('v1', 10), await version('v2', 9)];
  expect(old.problems).toEqual([]);
  expect(rulesOf(old, old)).toEqual([]);
  expect(rulesOf(old, next)).toEqual(['param-constraint-narrowed']);
  expect(rulesOf(next, old)).toEqual(['param-widened']);
});

test('leaves references to a missing file undecided and says which it is', async () => {
  const version = async (name: string, ...more: readonly object[]): Promise<LoadedDocument> => {
    const document = { ...documentOf({ $ref: './lost.json#/a' }), servers: more };
    return loadDocument(await file(`${name}/openrpc.json`, document));
  };
  const lost = await version('lost');
  expect(lost.problems).toEqual([
    expect.stringMatching(/^Can't read .*lost\.json: ENOENT.*\. References to it stay unresolved$/),
  ]);
  expect(rulesOf(lost, lost)).toEqual([]);
  expect(rulesOf(lost, await version('lost', { url: 'https://a.example' }))).toEqual([
    'server-added',
  ]);
  expect(rulesOf(lost, await version('other'))).toEqual(['param-undecided']);
});

test('follows references below members that are named like keywords', async () => {
  const properties = Object.fromEntries(
    ['default', 'enum', 'const', 'example', 'examples', 'properties'].map((name) => [
      name,
      { $ref: 'named.json' },
    ]),
  );
  await file('named.json', { type: 'string' });
  const schema = { type: 'object', properties, default: { $ref: 'data.json' } };
  const { document, problems } = await loadDocument(await file('names.json', documentOf(schema)));
  expect(problems).toEqual([]);
  expect(JSON.stringify(document).match(/"#\/x-referenced/g)).toHaveLength(6);
});

test('follows references of a server to itself, and to nothing else', async () => {
  const own = await loadDocument(`${url}/?types/amount.json`);
  expect(own.document).toMatchObject({
    'x-referenced': { [`${url}/types/amount.json`]: { type: 'integer' } },
  });
  requests.length = 0;
  for (const other of ['file:///etc/passwd', `${elsewhere}/x`, elsewhere.slice('http:'.length)]) {
    const { document, problems } = await loadDocument(`${url}/?${other}`);
    expect(problems).toEqual([
      expect.stringMatching(/may not refer to (?:files|another server without --allow-remote)/),
    ]);
    expect(document).not.toHaveProperty('x-referenced');
  }
  expect(requests.filter((one) => one.startsWith('localhost'))).toEqual([]);
});

describe('a document in a file', () => {
  const loadWith = async (ref: string, rules: ReadingRules = {}): Promise<LoadedDocument> =>
    loadDocument(await file('project/api/openrpc.json', documentOf({ $ref: ref })), rules);

  test('refers to a server only with --allow-remote', async () => {
    requests.length = 0;
    const ref = `${url}/types/amount.json`;
    const path = join(folder, 'project/api/openrpc.json');
    expect((await loadWith(ref)).problems).toEqual([
      `Can't read ${ref}: ${path} may not refer to another server without --allow-remote ${url}. References to it stay unresolved`,
    ]);
    await loadWith(ref, { allowRemote: [elsewhere] });
    expect(requests).toEqual([]);
    const { document, problems } = await loadWith(ref, { allowRemote: [url] });
    expect(problems).toEqual([]);
    expect(document).toMatchObject({ 'x-referenced': { [ref]: { type: 'integer' } } });
  });

  test.each([
    ['../secret.json', 'a folder above'],
    ['link.json', 'a link to it'],
    ['linked/secret.json', 'a link to its folder'],
    ['/etc/passwd', 'an absolute path'],
  ])('does not refer to %s, %s', async (ref) => {
    await file('project/secret.json', { type: 'integer' });
    await file('project/api/other.json', '');
    await rm(join(folder, 'project/api/link.json'), { force: true });
    await symlink('../secret.json', join(folder, 'project/api/link.json'));
    await rm(join(folder, 'project/api/linked'), { force: true });
    await symlink('..', join(folder, 'project/api/linked'));
    const { document, problems } = await loadWith(ref);
    expect(problems).toEqual([expect.stringContaining('it is not below')]);
    expect(document).not.toHaveProperty('x-referenced');
  });

  test('refers to files below the folder of --root', async () => {
    await file('project/secret.json', { type: 'integer' });
    const { problems } = await loadWith('../secret.json', { root: join(folder, 'project') });
    expect(problems).toEqual([]);
  });

  test('refers neither to a folder nor to a socket', async () => {
    await file('project/api/openrpc.json', '');
    const socket = createServer().listen(join(folder, 'project/api/socket'));
    await once(socket, 'listening');
    for (const ref of ['.', 'socket']) {
      expect((await loadWith(ref)).problems).toEqual([
        expect.stringMatching(/: it is not a file\. References/),
      ]);
    }
    socket.close();
  });

  test('is never quoted if it is not JSON', async () => {
    const secret = await file('project/api/secret.txt', 'root:x:0:0');
    const { problems } = await loadWith('secret.txt');
    expect(problems).toEqual([`${secret} is not JSON. References to it stay unresolved`]);
    const error: unknown = await loadDocument(secret).catch((cause: unknown) => cause);
    expect(inspect(error, { depth: 9 })).not.toContain('root:x');
    expect((error as Error).message).toBe(`${secret} is not JSON`);
  });
});

test('follows redirects within the origin of a server', async () => {
  await expect(loadDocument(`${url}/moved`)).rejects.toThrow('is not an OpenRPC document');
  await expect(loadDocument(`${url}/away`)).rejects.toThrow(
    `Can't read ${url}/away: the server redirected to another origin`,
  );
  await expect(loadDocument(`${url}/circle`)).rejects.toThrow('redirected more than 5 times');
});

test('tries 200 documents at most', async () => {
  const refs = Array.from({ length: 300 }, (_, index) => ({ $ref: `./lost-${index}.json` }));
  const { problems } = await loadDocument(await file('many.json', documentOf({ anyOf: refs })));
  expect(problems.length).toBe(200);
});

test('ends when its signal is aborted', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  await expect(loadDocument(`${url}/?x`, { signal })).rejects.toThrow("Can't read");
});

test('reads a file that begins with a byte order mark', async () => {
  const path = await file('bom.json', `\uFEFF${JSON.stringify(documentOf({}))}`);
  expect((await loadDocument(path)).document).toEqual(documentOf({}));
});

test('rejects a document that is too long or does not arrive', async () => {
  const path = await file('huge.json', '');
  await truncate(path, 65 * MIB);
  await expect(loadDocument(path)).rejects.toThrow('it is longer than 64 MiB');
  await expect(loadDocument(`${url}/endless`)).rejects.toThrow('it is longer than 64 MiB');
  await expect(loadDocument(`${url}/missing`)).rejects.toThrow(
    'the server responded with status 404',
  );
});

test('rejects JSON that is not an OpenRPC document and names it', async () => {
  const path = await file('openapi.json', { openapi: '3.1.0' });
  await expect(loadDocument(path)).rejects.toThrow(
    'openapi.json is not an OpenRPC document: it has no list "methods"',
  );
});
