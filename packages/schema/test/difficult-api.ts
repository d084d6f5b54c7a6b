import {
  Api,
  apiKeyCookie,
  apiKeyHeader,
  cookie,
  defineError,
  dependency,
  Entrypoint,
  header,
  httpBasic,
  httpBearer,
  JsonRpcRequest,
  params,
} from '@jsonrpc-kit/core';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { componentName } from '../src/index.js';

interface Comment {
  readonly text: string;
  readonly replies: readonly Comment[];
}

const Comment: v.GenericSchema<Comment> = componentName(
  'Comment',
  v.object({ text: v.string(), replies: v.array(v.lazy(() => Comment)) }),
  { module: 'difficult' },
);

const OtherComment = componentName('Comment', v.object({ body: v.string() }), { module: 'other' });

const ZodNode = z.object({
  value: z.number(),
  get next() {
    return ZodNode.nullable();
  },
});

class Gone extends defineError({
  code: 5001,
  message: 'Gone',
  data: v.object({ at: v.date(), by: Comment }),
  errors: v.object({ field: v.string() }),
  dataRequired: true,
  errorsRequired: true,
}) {}

class Shared extends defineError({ code: 5002, message: 'Shared "quoted" / message' }) {}

const Anonymous = defineError({ code: 5003, message: 'Nameless', data: v.array(v.string()) });

/** A different class with the same name. */
const OtherGone = (() => {
  const name = 'Gone';
  return { [name]: class extends defineError({ code: 5004, message: 'Gone, otherwise' }) {} }[name];
})();

const tenant = dependency(
  {
    xTenant: header(v.pipe(v.string(), v.description('The tenant'))),
    session: cookie(v.optional(v.string())),
  },
  ({ xTenant }) => xTenant,
);

const page = dependency(
  {
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 50),
    userAuthToken: header(v.optional(v.string())),
  },
  ({ limit }) => limit,
);

/** Method names that need escaping in component names, paths or operation ids. */
export const difficultNames: readonly string[] = [
  'math/add',
  'a b',
  '{id}',
  'größe',
  '100%',
  'x.y',
  'x_y',
  '_x2F_',
  '__proto__',
  'constructor',
  '?q#f',
  '日本',
  '.',
  '..',
  '\ud800',
  'v2',
];

/** An application with everything that is difficult to describe but supported. */
export function difficultApi(): Api {
  const api = new Api({
    title: 'Nasty',
    version: '2',
    description: 'Everything *at once*',
    license: { name: 'MIT', identifier: 'MIT' },
    tags: { api: 'The api', first: 'The first tag', all: 'Everything' },
  });
  api.bindEntrypoint(first()).bindEntrypoint(second()).bindEntrypoint(third());
  api.bindEntrypoint(new Entrypoint('/empty', { name: 'empty/one' }));
  return api;
}

function first(): Entrypoint {
  const entrypoint = new Entrypoint('/api', {
    name: 'one',
    errors: [Shared, ...Entrypoint.defaultErrors],
    messageDependencies: [tenant],
    commonDependencies: [page],
    tags: ['api', 'first'],
  });
  for (const name of difficultNames) entrypoint.method(name, {}, () => null);
  entrypoint.method('get', { args: { id: v.string() }, result: Comment, errors: [Gone] }, () => ({
    text: '',
    replies: [],
  }));
  entrypoint.method(
    'everything',
    {
      args: {
        union: v.union([v.string(), v.number(), v.null()]),
        variant: v.variant('kind', [
          v.object({ kind: v.literal('a') }),
          v.object({ kind: v.literal('b'), b: v.picklist(['x', 'y']) }),
        ]),
        record: v.record(v.pipe(v.string(), v.startsWith('k')), v.number()),
        tuple: v.tuple([v.string(), v.optional(v.number())]),
        nullable: v.nullable(v.string()),
        when: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
        both: v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
        comment: Comment,
        other: OtherComment,
        zod: ZodNode,
        ark: type({ name: 'string >= 1', 'age?': 'number.integer' }),
        branded: v.pipe(
          v.string(),
          v.trim(),
          v.check(() => true),
          v.examples(['id-1']),
          v.brand('Id'),
        ),
        'odd name/{x}': v.optional(v.boolean()),
      },
      result: v.object({ at: v.date(), count: v.optional(v.number(), 0) }),
      summary: 'Everything',
      description: 'With **markdown**',
      deprecated: true,
      tags: ['first', 'all'],
      examples: [
        {
          name: 'one',
          summary: 'The first',
          // Deliberately incomplete, which the types forbid.
          params: { union: 1 } as never,
          result: { at: '2025-01-01T00:00:00Z', count: 1 },
        },
        { name: 'one', description: 'The second', params: { union: 'x' } as never },
      ],
      servers: [{ url: 'https://heavy.example/', name: 'heavy', description: 'For heavy calls' }],
    },
    () => ({ at: new Date(0) }),
  );
  entrypoint.method('nodes', { args: { node: ZodNode }, result: z.array(ZodNode) }, ({ node }) => [
    node,
  ]);
  return entrypoint;
}

function second() {
  const entrypoint = new Entrypoint('/api/v2', {
    name: 'two words',
    errors: [Shared, OtherGone, Anonymous, ...Entrypoint.defaultErrors],
    requestSchema: v.strictObject({
      ...JsonRpcRequest.entries,
      id: v.optional(v.string()),
      traceId: v.pipe(v.string(), v.uuid()),
      hops: v.optional(v.number(), 0),
    }),
    paramStructure: 'by-position',
  });
  entrypoint.method(
    'get',
    {
      args: { id: v.optional(v.string()), rev: v.number() },
      result: OtherComment,
      examples: [{ params: { rev: 2 } }],
    },
    () => ({ body: '' }),
  );
  entrypoint.method(
    'secured',
    {
      args: {
        token: httpBearer({ bearerFormat: 'JWT' }),
        key: apiKeyHeader('x-key'),
        session: apiKeyCookie('sid'),
      },
    },
    () => null,
  );
  entrypoint.method('basic', { args: { user: httpBasic() } }, () => null);
  entrypoint.method(
    'whole',
    {
      args: { all: params(v.tuple([v.string(), v.number()])) },
      paramStructure: 'by-position',
      result: v.void(),
    },
    () => undefined,
  );
  entrypoint.method(
    'x_y',
    { paramStructure: 'either', args: { a: v.string(), b: v.optional(v.number()) } },
    () => null,
  );
  return entrypoint;
}

function third() {
  const entrypoint = new Entrypoint('/', {
    requestSchema: v.looseObject({ ...JsonRpcRequest.entries }),
  });
  entrypoint.method(
    'api',
    { args: { key: apiKeyHeader('x-key', { description: 'Another' }) } },
    () => null,
  );
  entrypoint.method(
    'plain',
    { args: { all: params(v.object({ a: v.string(), b: v.optional(v.number()) })) } },
    () => null,
  );
  entrypoint.method(
    'union',
    {
      args: {
        all: params(
          v.union([v.object({ a: v.string() }), v.object({ a: v.number(), b: v.string() })]),
        ),
      },
    },
    () => null,
  );
  entrypoint.method(
    'record',
    { args: { all: params(v.record(v.string(), v.number())) }, errors: [OtherGone] },
    () => null,
  );
  return entrypoint;
}
