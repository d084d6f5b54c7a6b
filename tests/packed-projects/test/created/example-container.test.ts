import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { freePort } from '@jsonrpc-kit/test-support/free-port';
import { oldestAndNewestNode } from '../node-binaries.js';
import { serveTarballs } from '../quick-start-registry.js';
import { CreatedProject } from './created-project.js';
import { SteppedImage } from './dockerfile.js';
import { installTools } from './tools.js';

const example = fileURLToPath(new URL('../../../../examples/deployment/', import.meta.url));

/** The fields of the container in the manifest that the test reads. */
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
}

/** Returns the container of the deployment for Kubernetes. */
function kubernetesContainer(): Container {
  const text = readFileSync(join(example, 'kubernetes/bank.yaml'), 'utf8');
  const [deployment] = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  const { spec } = deployment as {
    readonly spec: {
      readonly template: { readonly spec: { readonly containers: readonly [Container] } };
    };
  };
  return spec.template.spec.containers[0];
}

/** Creates a project with the server and the Dockerfile of the example, and builds it for a port. */
async function buildImage(port: number): Promise<SteppedImage> {
  const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tarballs: Readonly<Record<string, string>> = inject('tarballs');
  const registry = await serveTarballs(tarballs);
  onTestFinished(() => registry.close());
  const tools = await installTools(join(folder, 'tools'), tarballs['create-jsonrpc-kit'] ?? '');
  const [, newest] = await oldestAndNewestNode(join(folder, 'nodes'));

  const project = await CreatedProject.create({
    choices: { framework: 'node', schema: 'valibot', database: 'none', 'package-manager': 'npm' },
    yarn: 4,
    tools,
    registry: registry.url,
  });
  onTestFinished(() => project.remove());
  const sources = join(project.folder, 'src');
  for (const file of readdirSync(sources)) rmSync(join(sources, file));
  cpSync(join(example, 'src'), sources, { recursive: true });
  const dockerfile = readFileSync(join(example, 'container/Dockerfile'), 'utf8');
  project.write('Dockerfile', dockerfile.replaceAll('3000', String(port)));
  await project.install();

  const image = await SteppedImage.build({
    context: project.folder,
    variables: project.environment(newest?.binary ?? ''),
    npmrc: project.npmrc,
  });
  onTestFinished(() => image.remove());
  return image;
}

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the container of the example responds to the probes of Kubernetes until its shutdown',
  async () => {
    const port = await freePort();
    const { env, readinessProbe, livenessProbe } = kubernetesContainer();
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const image = await buildImage(port);
    expect(image.user).toBe('node');

    const readyUrl = `http://127.0.0.1:${port}${readinessProbe.httpGet.path}`;
    const server = await image.start({ ...variables, PORT: String(port) }, readyUrl);
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${server.url}${path}`)).status;
    const work = async (): Promise<unknown> => {
      const response = await fetch(`${server.url}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"work","params":{"milliseconds":1}}',
      });
      return response.json();
    };
    try {
      expect(await statusOf(livenessProbe.httpGet.path)).toBe(200);
      expect(await image.isHealthy({})).toBe(true);
      expect(await work()).toMatchObject({ result: expect.any(Number) as unknown });

      const ended = server.end('SIGTERM');
      await expect.poll(() => statusOf(readinessProbe.httpGet.path)).toBe(503);
      expect(await statusOf(livenessProbe.httpGet.path)).toBe(200);
      expect(await work()).toMatchObject({ result: expect.any(Number) as unknown });
      expect(await ended).toBe(0);
    } finally {
      await server.end('SIGKILL');
    }
  },
  600_000,
);
