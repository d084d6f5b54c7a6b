import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choices } from '../../../create-jsonrpc-kit/src/project/choices.js';
import type { NodeBinary } from '../nodes-to-try.js';
import { outcomeOf, run } from '../run.js';
import { type ServerProcess, startServer } from './server-process.js';
import type { Tools } from './tools.js';

export interface CreatedProjectOptions {
  readonly choices: Choices;
  readonly tools: Tools;
  /** The registry of our packages. */
  readonly registry: string;
}

/** A project that the packed command has created. */
export class CreatedProject {
  readonly folder: string;
  /** The settings that a user of a private registry has. Every package manager reads this file. */
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
    const { choices, tools } = options;
    const parent = mkdtempSync(join(tmpdir(), `jsonrpc-kit-created-`));
    const flags = Object.entries(choices).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    await run(tools.createCommand, ['shop', ...flags], parent);
    const project = new CreatedProject(parent, options);
    project.write('.npmrc', project.npmrc);
    return project;
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** Installs the dependencies. */
  async install(): Promise<void> {
    await this.#manager(process.execPath, 'install');
  }

  /** Runs a script of package.json. */
  async script(name: string, node: NodeBinary): Promise<string> {
    return this.#manager(node.binary, 'run', name);
  }

  /** Starts the script `dev`. */
  async startDev(node: NodeBinary, variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const { choices } = this.#options;
    const words = choices.framework === 'workers' ? ['--port', '0', '--inspector-port', '0'] : [];
    const separator = choices['package-manager'] === 'npm' ? ['--'] : [];
    return this.start(
      [choices['package-manager'], 'run', 'dev', ...(words.length > 0 ? separator : []), ...words],
      node,
      variables,
    );
  }

  /** Starts a command as a server, on a free port. */
  async start(
    words: readonly string[],
    node: NodeBinary,
    variables: NodeJS.ProcessEnv = {},
  ): Promise<ServerProcess> {
    return startServer(words, {
      folder: this.folder,
      variables: { ...this.environment(node.binary), PORT: '0', ...variables },
    });
  }

  /** The environment of the commands of the project. */
  environment(node: string): NodeJS.ProcessEnv {
    return {
      ...this.#options.tools.environment(node),
      NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
      WRANGLER_SEND_METRICS: 'false',
      // Otherwise pnpm and yarn expect a lockfile.
      CI: '',
    };
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }

  async #manager(node: string, ...words: readonly string[]): Promise<string> {
    const manager = this.#options.choices['package-manager'];
    const { code, output } = await outcomeOf(manager, words, this.folder, this.environment(node));
    if (code === 0) return output;
    throw new Error(`${manager} ${words.join(' ')}\nended with ${code}:\n${output}`);
  }
}
