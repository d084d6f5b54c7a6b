import { type Contestant, type Framework, frameworks, type MakeServer } from './contestant.js';
import { kit } from './kit.js';

type Rest = Omit<Contestant, 'framework'>;
type Load = () => Promise<MakeServer>;

const base = (name: string, load: Load): Rest => ({
  name,
  role: 'base',
  wire: 'json-rpc',
  leavesOut: {},
  load,
});

const kits = (framework: Framework): readonly Rest[] =>
  [false, true].map((hasContext) => ({
    name: hasContext ? 'kit-context' : 'kit',
    role: 'kit',
    wire: 'json-rpc',
    leavesOut: {},
    load: () => kit({ framework, hasContext }),
  }));

const peer = (name: string, load: Load, leavesOut: Contestant['leavesOut'] = {}): Rest => ({
  name,
  role: 'peer',
  wire: 'json-rpc',
  leavesOut,
  load,
});

const NO_NOTIFICATION = { notification: 'its protocol has none' };

const trpc = (load: Load): Rest => ({ ...peer('trpc', load, NO_NOTIFICATION), wire: 'trpc' });
const orpc = (load: Load): Rest => ({ ...peer('orpc', load, NO_NOTIFICATION), wire: 'orpc' });

const byFramework: Readonly<Record<Framework, readonly Rest[]>> = {
  node: [
    base('bare', async () => (await import('./bare-node.js')).bareNode),
    ...kits('node'),
    peer('jayson', async () => (await import('./jayson.js')).jaysonNode, {
      header: 'its HTTP server hands methods no header',
    }),
    trpc(async () => (await import('./trpc.js')).trpcNode),
    orpc(async () => (await import('./orpc.js')).orpcNode),
  ],
  hono: [
    base('bare', async () => (await import('./bare-hono.js')).bareHono),
    base('bare-bytes', async () => (await import('./bare-hono.js')).bareHonoBytes),
    ...kits('hono'),
    trpc(async () => (await import('./trpc.js')).trpcHono),
    orpc(async () => (await import('./orpc.js')).orpcHono),
  ],
  express: [
    base('bare', async () => (await import('./bare-express.js')).bareExpress),
    base('bare-bytes', async () => (await import('./bare-express.js')).bareExpressBytes),
    ...kits('express'),
    peer('jayson', async () => (await import('./jayson.js')).jaysonExpress),
    peer('json-rpc-2.0', async () => (await import('./json-rpc-2.0.js')).jsonRpc20Express),
    trpc(async () => (await import('./trpc.js')).trpcExpress),
    orpc(async () => (await import('./orpc.js')).orpcExpress),
  ],
  fastify: [
    base('bare', async () => (await import('./bare-fastify.js')).bareFastify),
    base('bare-bytes', async () => (await import('./bare-fastify.js')).bareFastifyBytes),
    ...kits('fastify'),
    {
      ...base('bare-context', async () => (await import('./bare-fastify.js')).bareFastifyContext),
      role: 'reference',
    },
    peer('json-rpc-2.0', async () => (await import('./json-rpc-2.0.js')).jsonRpc20Fastify),
    {
      ...peer(
        'json-rpc-2.0-context',
        async () => (await import('./json-rpc-2.0.js')).jsonRpc20FastifyContext,
      ),
      role: 'reference',
    },
    trpc(async () => (await import('./trpc.js')).trpcFastify),
    orpc(async () => (await import('./orpc.js')).orpcFastify),
  ],
};

/** All of them, each framework's in the order of the report. */
export const contestants: readonly Contestant[] = frameworks.flatMap((framework) =>
  byFramework[framework].map((rest) => ({ framework, ...rest })),
);

/** jsonrpc-kit as another checkout of this repository has it, installed and built. */
export function kitOfCheckout(framework: Framework, checkout: string): Contestant {
  const own = findContestant(framework, 'kit');
  return { ...own, name: 'kit-before', checkout };
}

/**
 * The one of this name.
 *
 * @throws RangeError that names those that there are
 */
export function findContestant(framework: Framework, name: string, before?: string): Contestant {
  const found =
    name === 'kit-before' && before !== undefined
      ? kitOfCheckout(framework, before)
      : contestants.find((one) => one.framework === framework && one.name === name);
  if (found !== undefined) return found;
  const names = byFramework[framework].map((one) => one.name).join(', ');
  throw new RangeError(`${framework} has no contestant "${name}"; it has ${names}`);
}
