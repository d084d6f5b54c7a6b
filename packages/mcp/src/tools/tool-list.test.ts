import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, type ListedTool } from '../../test/post.js';
import { shop } from '../../test/shop.js';
import { serveMcp, type ServeMcpOptions } from '../index.js';

function apiWith(...entrypoints: readonly Entrypoint[]): Api {
  const api = new Api();
  for (const entrypoint of entrypoints) api.bindEntrypoint(entrypoint);
  return api;
}

async function toolsOf(api: Api): Promise<readonly ListedTool[]> {
  return (await call(api, 'tools/list')).json.result?.tools ?? [];
}

async function namesOf(api: Api): Promise<readonly string[]> {
  return (await toolsOf(api)).map(({ name }) => name);
}

function twoMethods(): Entrypoint {
  const v1 = new Entrypoint('/rpc', { tags: ['all'] });
  v1.method('a', { tags: ['agents'] }, () => 1);
  v1.method('b', { deprecated: true, summary: 'Old' }, () => 2);
  return v1;
}

/** Serves the methods of two, and returns the warnings. */
function warningsOf(methods: ServeMcpOptions['methods']): readonly object[] {
  const warnings: object[] = [];
  const logger = {
    error: () => undefined,
    warn: (details: object, message: string) => warnings.push({ ...details, message }),
  };
  serveMcp(new Api({ logger }).bindEntrypoint(twoMethods()), { methods });
  return warnings;
}

test('warns about a tag that no method has', () => {
  expect(warningsOf({ tag: 'agent' })).toEqual([
    { tag: 'agent', message: expect.stringMatching(/^No method has this tag/) as string },
  ]);
});

test('warns about a tool without a description, by which agents choose', () => {
  expect(warningsOf(() => true)).toEqual([
    { method: 'a', message: expect.stringMatching(/^Tool without a description, /) as string },
  ]);
});

describe('the methods that become tools', () => {
  test('can be chosen by a tag', async () => {
    const api = apiWith(twoMethods());
    serveMcp(api, { methods: { tag: 'agents' } });
    expect(await namesOf(api)).toEqual(['a']);
  });

  test('can be chosen by a tag of their entrypoint', async () => {
    const api = apiWith(twoMethods());
    serveMcp(api, { methods: { tag: 'all' } });
    expect(await namesOf(api)).toEqual(['a', 'b']);
  });

  test('can be chosen by a function', async () => {
    const api = apiWith(twoMethods());
    serveMcp(api, { methods: ({ deprecated }, { path }) => !deprecated && path === '/rpc' });
    expect(await namesOf(api)).toEqual(['a']);
  });

  test.each([() => true, { tag: 'all' }])(
    'are never those of a subscription: %s',
    async (methods) => {
      const rpc = twoMethods();
      rpc.subscription('ticks', {}, async function* () {
        yield 1;
      });
      rpc.subscription('heads', { namespace: 'eth' }, async function* () {
        yield 1;
      });
      const api = apiWith(rpc);
      serveMcp(api, { methods });
      expect(await namesOf(api)).toEqual(['a', 'b']);
    },
  );

  test('may belong to an entrypoint that is bound later', async () => {
    const api = new Api();
    serveMcp(api, { methods: () => true });
    api.bindEntrypoint(twoMethods());
    expect(await namesOf(api)).toEqual(['a', 'b']);
  });

  test('are not those of the same name on another entrypoint', async () => {
    const [one, two] = [new Entrypoint('/one'), new Entrypoint('/two')];
    one.method('same', {}, () => 1);
    const listed = two.method('same', {}, () => 2);
    const api = apiWith(one, two);
    serveMcp(api, { methods: [listed] });
    const { json } = await call(api, 'tools/call', { name: 'same' });
    expect(json.result?.structuredContent).toBe(2);
  });
});

describe('serveMcp() throws', () => {
  const serving = (entrypoints: readonly Entrypoint[], options: Partial<ServeMcpOptions> = {}) => {
    const api = apiWith(...entrypoints);
    return () => serveMcp(api, { methods: () => true, ...options });
  };

  test('for two methods with one tool name, naming both', () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('stats.count', {}, () => 1);
    v1.method('stats_count', {}, () => 1);
    expect(serving([v1])).toThrow(
      'serveMcp(): method "stats_count" of /rpc and method "stats.count" of /rpc would both be the ' +
        'tool "stats_count". Return different names from toolName.',
    );
  });

  test('nothing if toolName returns different names for two such methods', async () => {
    const [one, two] = [new Entrypoint('/one'), new Entrypoint('/two')];
    for (const entrypoint of [one, two]) entrypoint.method('same', {}, () => 1);
    const api = apiWith(one, two);
    serveMcp(api, {
      methods: () => true,
      toolName: ({ name }, { path }) => `${path.slice(1)}-${name}`,
    });
    expect(await namesOf(api)).toEqual(['one-same', 'two-same']);
  });

  test.each(['', 'a b', 'ä', 'x'.repeat(129)])('for the tool name %j', (name) => {
    const v1 = new Entrypoint('/rpc');
    v1.method('a', {}, () => 1);
    expect(serving([v1], { toolName: () => name })).toThrow("can't be the tool");
  });

  test('for a method that takes its parameters by position only', () => {
    const v1 = new Entrypoint('/rpc', { paramStructure: 'by-position' });
    v1.method('add', { args: { a: v.number() } }, ({ a }) => a);
    expect(serving([v1])).toThrow("Declare it with paramStructure: 'either'.");
  });

  test('for a listed method that belongs to no bound entrypoint', () => {
    const listed = new Entrypoint('/rpc').method('a', {}, () => 1);
    expect(serving([], { methods: [listed] })).toThrow(
      'serveMcp(): the method "a" belongs to no bound entrypoint. Call api.bindEntrypoint() before ' +
        'serveMcp().',
    );
  });

  test('for a schema without a JSON Schema', () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('a', { args: { n: v.bigint() } }, () => 1);
    expect(serving([v1])).toThrow(/method "?a"? of \/rpc, parameter "n"/);
  });

  test.each([
    ['an unknown option', { method: [] }, 'unknown option "method". Did you mean "methods"?'],
    ['a path without a slash', { path: 'mcp' }, 'path must be a path, not "mcp". Write'],
    [
      'no methods',
      { methods: undefined },
      'methods must be an array of methods, { tag } or a function',
    ],
    ['a page size of 0', { pageSize: 0 }, 'pageSize must be a positive integer'],
    ['a path that is taken', { path: '/rpc' }, 'the path /rpc is already in use'],
    [
      'a resource on another path',
      { authorization: { resource: 'https://a.example/x', servers: [] } },
      'authorization.resource must be a URL that ends with the path /mcp',
    ],
    [
      'a resource that is no URL',
      { authorization: { resource: '/mcp', servers: [] } },
      'authorization.resource must be a URL that ends with the path /mcp',
    ],
  ])('for %s', (_, options, message) => {
    expect(serving([twoMethods()], options as Partial<ServeMcpOptions>)).toThrow(message);
  });
});

describe('a tool', () => {
  test('has an input schema without headers and credentials', async () => {
    const whoami = (await toolsOf(shop().api)).find(({ name }) => name === 'whoami');
    expect(whoami?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  test('has the whole params as its input schema', async () => {
    const v1 = new Entrypoint('/rpc');
    const Order = v.union([v.object({ a: v.string() }), v.object({ b: v.string() })]);
    v1.method('place', { args: { order: params(Order) } }, ({ order }) => order);
    const api = apiWith(v1);
    serveMcp(api, { methods: () => true });
    const [place] = await toolsOf(api);
    expect(place?.inputSchema).toMatchObject({ type: 'object', anyOf: [{}, {}] });
    const { json } = await call(api, 'tools/call', { name: 'place', arguments: { b: 'x' } });
    expect(json.result?.structuredContent).toEqual({ b: 'x' });
  });

  test('contains the definitions of its recursive schemas', async () => {
    interface Node {
      readonly name: string;
      readonly children: readonly Node[];
    }
    const Tree: v.GenericSchema<Node> = v.object({
      name: v.string(),
      children: v.array(v.lazy(() => Tree)),
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('tree', { args: { root: Tree }, result: Tree }, ({ root }) => root);
    const api = apiWith(v1);
    serveMcp(api, { methods: () => true });
    const [tree] = await toolsOf(api);
    const { type, $ref, $defs } = tree?.outputSchema ?? {};
    expect(type).toBe('object');
    expect(Object.keys($defs as object)).toEqual([String($ref).slice('#/$defs/'.length)]);
    expect(JSON.stringify(tree)).not.toContain('#/components');
  });

  test('is marked as deprecated', async () => {
    const api = apiWith(twoMethods());
    serveMcp(api, { methods: () => true });
    expect((await toolsOf(api))[1]).toMatchObject({ title: 'Old', description: 'Deprecated. Old' });
  });
});

describe('tools/list', () => {
  test('is paged, and each page leads to the next one', async () => {
    const { api } = shop({ pageSize: 4 });
    const pages: (readonly string[])[] = [];
    let cursor: unknown;
    do {
      const { json } = await call(api, 'tools/list', cursor === undefined ? {} : { cursor });
      pages.push(json.result?.tools?.map(({ name }) => name) ?? []);
      cursor = json.result?.nextCursor;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 1]);
    expect(new Set(pages.flat()).size).toBe(9);
  });

  test.each(['', 'nobody', 5, null, {}])('rejects the cursor %j', async (cursor) => {
    const { json } = await call(shop().api, 'tools/list', { cursor });
    expect(json.error?.code).toBe(-32602);
  });

  test('hides tools without their credential with hideWithoutCredential', async () => {
    const { api } = shop({ hideWithoutCredential: true });
    const { json } = await call(api, 'tools/list');
    expect(json.result).toMatchObject({ cacheScope: 'private' });
    expect(await namesOf(api)).not.toContain('whoami');
    const headers = { authorization: 'bearer x' };
    const signedIn = await call(api, 'tools/list', {}, { headers });
    expect(JSON.stringify(signedIn.json)).toContain('whoami');
  });
});
