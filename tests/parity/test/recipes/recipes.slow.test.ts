import { afterAll, beforeAll, describe } from 'vitest';
import { parityApi } from '../parity-api.js';
import { testSameResponses } from '../same-responses.js';
import { node } from '../servers/node.js';
import type { Serving } from '../servers/server.js';
import { next, serveProject, sveltekit } from './framework-project.js';
import {
  h3Responses,
  nextResponses,
  type OwnResponses,
  sveltekitResponses,
} from './own-responses.js';
import { serveRecipe } from './recipe-server.js';

interface Recipe {
  readonly name: string;
  readonly mountPath: string;
  readonly ownResponses: OwnResponses;
  readonly ignoredHeaders?: readonly string[];
  readonly serve: () => Promise<Serving>;
}

const recipes: readonly Recipe[] = [
  { name: 'Koa', mountPath: '', ownResponses: {}, serve: () => serveRecipe('koa.ts') },
  { name: 'NestJS', mountPath: '', ownResponses: {}, serve: () => serveRecipe('nest.ts') },
  { name: 'h3', mountPath: '/api', ownResponses: h3Responses, serve: () => serveRecipe('h3.ts') },
  {
    name: 'Next.js',
    mountPath: '/api',
    ownResponses: nextResponses,
    // Next.js drops the length of a response, and adds its own headers to `vary`.
    ignoredHeaders: ['content-length', 'transfer-encoding', 'vary'],
    serve: () => serveProject(next),
  },
  {
    name: 'SvelteKit',
    mountPath: '/api',
    ownResponses: sveltekitResponses,
    serve: () => serveProject(sveltekit),
  },
];

let nodeServer: Serving;
beforeAll(async () => {
  nodeServer = await node.serve({ apis: [{ api: parityApi() }] });
});
afterAll(() => nodeServer.close());

describe.each(recipes)('the recipe for $name', ({ serve, ...recipe }) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve();
  }, 300_000);
  afterAll(() => serving.close());

  testSameResponses({ ...recipe, serving: () => serving, nodeServer: () => nodeServer });
});
