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
  readonly below: string;
  readonly ownResponses: OwnResponses;
  readonly ignoredHeaders?: readonly string[];
  readonly serve: () => Promise<Serving>;
}

const recipes: readonly Recipe[] = [
  { name: 'Koa', below: '', ownResponses: {}, serve: () => serveRecipe('koa.ts') },
  { name: 'NestJS', below: '', ownResponses: {}, serve: () => serveRecipe('nest.ts') },
  { name: 'h3', below: '/api', ownResponses: h3Responses, serve: () => serveRecipe('h3.ts') },
  {
    name: 'Next.js',
    below: '/api',
    ownResponses: nextResponses,
    // Next.js drops the length of a response, and adds its own headers to `vary`.
    ignoredHeaders: ['content-length', 'transfer-encoding', 'vary'],
    serve: () => serveProject(next),
  },
  {
    name: 'SvelteKit',
    below: '/api',
    ownResponses: sveltekitResponses,
    serve: () => serveProject(sveltekit),
  },
];

let bare: Serving;
beforeAll(async () => {
  bare = await node.serve({ apis: [{ api: parityApi() }] });
});
afterAll(() => bare.close());

describe.each(recipes)('the recipe for $name', ({ serve, ...recipe }) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve();
  }, 300_000);
  afterAll(() => serving.close());

  testSameResponses({ ...recipe, serving: () => serving, bare: () => bare });
});
