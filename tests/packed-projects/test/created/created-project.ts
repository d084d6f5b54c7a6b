import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choices } from '../../../../packages/create-jsonrpc-kit/src/project/choices.js';
import type { NodeBinary } from '../node-binaries.js';
import { outcomeOf, run } from '@jsonrpc-kit/test-support/run';
import { type ServerProcess, startServer } from './server-process.js';
import type { Tools, YarnVersion } from './tools.js';

export interface CreatedProjectOptions {
  readonly choices: Choices;
  /** The Yarn that installs the project if its package manager is Yarn. */
  readonly yarn: YarnVersion;
  readonly tools: Tools;
  /** The registry of our packages. */
  readonly registry: string;
}

/** A project that the packed command has created. */
export class CreatedProject {
  readonly folder: string;
  /** The settings that a user of a private registry has. All package managers but Yarn 4 read this file. */
  readonly npmrc: string;
  readonly #parent: string;
  readonly #options: CreatedProjectOptions;

  private constructor(parent: string, options: CreatedProjectOptions) {
    this.#parent = parent;
    this.#options = options;
    this.folder = join(parent, 'shop');
    this.npmrc = `@jsonrpc-kit:registry=${options.registry}\n`;
  }

  static async create(options: CreatedProjectOptions): Promise<CreatedProject> {
    const { choices, tools, registry } = options;
    const parent = mkdtempSync(join(tmpdir(), `jsonrpc-kit-created-`));
    const flags = Object.entries(choices).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    await run(tools.createCommand, ['shop', ...flags], parent);
    const project = new CreatedProject(parent, options);
    project.write('.npmrc', project.npmrc);
    if (choices['package-manager'] === 'yarn') {
      const settings = {
        npmScopes: { 'jsonrpc-kit': { npmRegistryServer: registry } },
        unsafeHttpWhitelist: ['127.0.0.1'],
      };
      // Its values are JSON, which YAML includes.
      const lines = Object.entries(settings).map(
        ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
      );
      appendFileSync(join(project.folder, '.yarnrc.yml'), lines.join(''));
    }
    return project;
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** Installs the dependencies. */
  async install(): Promise<void> {
    await this.#manager({ node: process.execPath }, 'install');
  }

  /** Runs a script of package.json. */
  async script(name: string, node: NodeBinary, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.#manager({ node: node.binary, variables }, 'run', name);
  }

  /** Starts the script `dev`, as the package manager does. */
  async startDev(node: NodeBinary): Promise<ServerProcess> {
    const { framework, 'package-manager': manager } = this.#options.choices;
    if (framework !== 'workers') return this.#serve([manager, 'run', 'dev'], node);
    // Wrangler reads no variable with the port.
    const separator = manager === 'npm' ? ['--'] : [];
    const port = [...separator, '--port', '0', '--inspector-port', '0'];
    return this.#serve([manager, 'run', 'dev', ...port], node);
  }

  /** Runs the command of the script `start` without the package manager, which has its own exit code. */
  async start(node: NodeBinary): Promise<ServerProcess> {
    const manifest = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly start: string };
    };
    return this.#serve(manifest.scripts.start.split(' '), node);
  }

  /** The environment of the commands of the project. */
  environment(node: string): NodeJS.ProcessEnv {
    return {
      ...this.#options.tools.environment(node, this.#options.yarn),
      // Yarn 1 fails if two installations write the same package into its cache.
      ...(this.#options.yarn === 1 && { YARN_CACHE_FOLDER: join(this.#parent, 'yarn-cache') }),
      NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
      WRANGLER_SEND_METRICS: 'false',
      YARN_ENABLE_TELEMETRY: 'false',
      // Otherwise pnpm and yarn expect a lockfile.
      CI: '',
    };
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }

  async #serve(args: readonly string[], node: NodeBinary): Promise<ServerProcess> {
    const variables = { ...this.environment(node.binary), PORT: '0' };
    return startServer(args, { folder: this.folder, variables });
  }

  async #manager(
    { node, variables }: { readonly node: string; readonly variables?: NodeJS.ProcessEnv },
    ...args: readonly string[]
  ): Promise<string> {
    const manager = this.#options.choices['package-manager'];
    const environment = { ...this.environment(node), ...variables };
    const { code, output } = await outcomeOf(manager, args, this.folder, environment);
    if (code === 0) return output;
    throw new Error(`${manager} ${args.join(' ')}\nended with ${code}:\n${output}`);
  }
}
