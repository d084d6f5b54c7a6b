import type { Protocol } from '../service/protocols.js';
import { type CreateServer, type Framework, frameworks } from './framework.js';
import { kit, kitMcp, type KitVariant } from './kit.js';

/** A server that is measured. */
export interface Target {
  readonly framework: Framework;
  /** Unique within its framework. */
  readonly name: string;
  readonly role: 'baseline' | 'kit' | 'peer';
  readonly protocol: Protocol;
  /** Workloads that it can't run, with the reasons. */
  readonly unsupported: Readonly<Record<string, string>>;
  /** Another checkout of this repository, whose packages the server loads. */
  readonly checkout?: string | undefined;
  /** Imports only what this target needs, so that no server process holds another target's code. */
  readonly load: () => Promise<CreateServer>;
}

type Load = Target['load'];
type TargetOf = (framework: Framework) => Target;

const defineTarget =
  (name: string, role: Target['role'], load: Load, options: Partial<Target> = {}): TargetOf =>
  (framework) => ({
    framework,
    name,
    role,
    protocol: 'json-rpc',
    unsupported: {},
    load,
    ...options,
  });

const bare = (load: Load) => defineTarget('bare', 'baseline', load);
const bareBytes = (load: Load) => defineTarget('bare-bytes', 'baseline', load);
const kitVariant =
  (name: KitVariant): TargetOf =>
  (framework) =>
    defineTarget(name, 'kit', () => kit(framework, name))(framework);
const kits = [kitVariant('kit'), kitVariant('kit-context')];
const jsonRpc20 = (load: Load) => defineTarget('json-rpc-2.0', 'peer', load);
const noNotifications = { notification: 'the protocol has no notifications' };
const onlySingleCalls = {
  ...noNotifications,
  'batch-10': 'the protocol has no batches',
  'batch-100': 'the protocol has no batches',
  'batch-1000': 'the protocol has no batches',
};

const byFramework: Readonly<Record<Framework, readonly TargetOf[]>> = {
  node: [
    bare(async () => (await import('../baselines/node.js')).nodeBaseline),
    ...kits,
    kitVariant('kit-otel'),
    kitVariant('kit-metrics'),
    kitVariant('kit-traces'),
    defineTarget('jayson', 'peer', async () => (await import('./jayson.js')).jaysonNode, {
      unsupported: { header: 'its HTTP server passes no headers to methods' },
    }),
    defineTarget('orpc', 'peer', async () => (await import('./orpc.js')).orpcNode, {
      protocol: 'orpc',
      unsupported: noNotifications,
    }),
    defineTarget('kit-mcp', 'kit', () => kitMcp('node'), {
      protocol: 'mcp',
      unsupported: onlySingleCalls,
    }),
    defineTarget('mcp-sdk', 'peer', async () => (await import('./mcp-sdk.js')).mcpSdkNode, {
      protocol: 'mcp',
      unsupported: { ...onlySingleCalls, middlewares: 'it has no middlewares' },
    }),
  ],
  hono: [
    bare(async () => (await import('../baselines/hono.js')).honoBaseline),
    bareBytes(async () => (await import('../baselines/hono.js')).honoBytesBaseline),
    ...kits,
    defineTarget('trpc', 'peer', async () => (await import('./trpc.js')).trpcHono, {
      protocol: 'trpc',
      unsupported: noNotifications,
    }),
  ],
  express: [
    bare(async () => (await import('../baselines/express.js')).expressBaseline),
    bareBytes(async () => (await import('../baselines/express.js')).expressBytesBaseline),
    ...kits,
    jsonRpc20(async () => (await import('./json-rpc-2.0.js')).jsonRpc20Express),
  ],
  fastify: [
    bare(async () => (await import('../baselines/fastify.js')).fastifyBaseline),
    bareBytes(async () => (await import('../baselines/fastify.js')).fastifyBytesBaseline),
    ...kits,
    jsonRpc20(async () => (await import('./json-rpc-2.0.js')).jsonRpc20Fastify),
  ],
};

/** All targets, in the order of the report. */
export const targets: readonly Target[] = frameworks.flatMap((framework) =>
  byFramework[framework].map((targetOf) => targetOf(framework)),
);

/** @throws RangeError that lists the names */
export function findTarget(framework: string, name: string): Target {
  const own = targets.filter((target) => target.framework === framework);
  const found = own.find((target) => target.name === name);
  if (found !== undefined) return found;
  const names = own.map((target) => target.name).join(', ');
  throw new RangeError(`Unknown target "${framework}/${name}". Choose from ${names}.`);
}
