import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { outcomeOf } from '@jsonrpc-kit/test-support/run';
import { type ServerProcess, startServer } from './server-process.js';

export interface BuildOptions {
  /** The folder of the project, with its Dockerfile. */
  readonly context: string;
  /** Variables for every step, and for the command. */
  readonly variables: NodeJS.ProcessEnv;
  /** The settings of npm while it builds. */
  readonly npmrc: string;
}

/** A user without rights, instead of the user `node` of the image. */
const USER = 65_534;
const isRoot = process.getuid?.() === 0;

/**
 * Runs the steps of a Dockerfile one by one, in a folder for each stage instead of an image, because
 * not every machine has a container engine. The commands see the files of this machine beside those
 * of the stage.
 */
export class SteppedImage {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-image-'));
  readonly #options: BuildOptions;
  readonly #stages = new Map<string, string>();
  #stage = this.#folder;
  #workdir = '';
  #env: NodeJS.ProcessEnv = {};
  #user = 'root';
  #healthcheck: readonly string[] = [];
  #command: readonly string[] = [];

  private constructor(options: BuildOptions) {
    this.#options = options;
    // The user of the container needs to read the folder, which is readable by its owner only.
    chmodSync(this.#folder, 0o755);
  }

  static async build(options: BuildOptions): Promise<SteppedImage> {
    const image = new SteppedImage(options);
    const text = readFileSync(join(options.context, 'Dockerfile'), 'utf8');
    const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
    for (const line of lines.filter((each) => each !== '' && !each.startsWith('#'))) {
      const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      await image.#run(instruction, rest);
    }
    return image;
  }

  /** The user of the container. */
  get user(): string {
    return this.#user;
  }

  /** The folder of the application in the image. */
  get app(): string {
    return join(this.#stage, this.#workdir);
  }

  /** Starts the container. `readyUrl` is the address of a server that doesn't print it. */
  async start(variables: NodeJS.ProcessEnv = {}, readyUrl?: string): Promise<ServerProcess> {
    return startServer(this.#command, {
      folder: this.app,
      variables: { ...this.#variables(), ...variables },
      uid: isRoot ? USER : undefined,
      readyUrl,
    });
  }

  /** Runs the health check. Returns whether the container is healthy. */
  async isHealthy(variables: NodeJS.ProcessEnv): Promise<boolean> {
    const [program = '', ...args] = this.#healthcheck;
    const all = { ...this.#variables(), ...variables };
    return (await outcomeOf(program, args, this.app, all)).code === 0;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(instruction: string, rest: string): Promise<void> {
    switch (instruction) {
      case 'FROM':
        return this.#from(/ AS (.+)$/.exec(rest)?.[1]);
      case 'WORKDIR':
        this.#workdir = rest;
        mkdirSync(this.app, { recursive: true });
        return writeFileSync(join(this.app, '.npmrc'), this.#options.npmrc);
      case 'ENV':
        return this.#setVariables(rest);
      case 'COPY':
        return this.#copy(rest);
      case 'RUN':
        return this.#shell(rest);
      case 'USER':
        this.#user = rest;
        return;
      case 'HEALTHCHECK':
        this.#healthcheck = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[];
        return;
      case 'CMD':
        this.#command = JSON.parse(rest) as string[];
        return;
      case 'EXPOSE':
      case 'VOLUME':
        return;
      default:
        throw new Error(`Dockerfile: ${instruction} ${rest} can't be run`);
    }
  }

  #from(name: string | undefined): void {
    this.#stage = join(this.#folder, name ?? 'image');
    this.#workdir = '';
    this.#env = {};
    this.#user = 'root';
    mkdirSync(this.#stage);
    if (name !== undefined) this.#stages.set(name, this.#stage);
  }

  /** Sets variables. An absolute path becomes a path in the folder of the stage. */
  #setVariables(text: string): void {
    for (const pair of text.split(' ')) {
      const [name = '', value = ''] = pair.split('=');
      this.#env[name] = value.startsWith('/') ? join(this.#stage, value) : value;
    }
  }

  #copy(text: string): void {
    const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? [];
    const source = stage === undefined ? this.#options.context : this.#stages.get(stage);
    if (source === undefined) throw new Error(`Dockerfile: there is no stage ${stage}`);
    const files = paths.split(' ');
    const target = join(this.app, files.pop() ?? '');
    for (const file of files) {
      if (!existsSync(join(source, file))) throw new Error(`Dockerfile: ${file} is missing`);
      const to = paths.endsWith('./') ? join(target, basename(file)) : target;
      cpSync(join(source, file), to, { recursive: true, verbatimSymlinks: true });
    }
  }

  async #shell(script: string): Promise<void> {
    // There is no user `node` on this machine.
    const chown = `chown() { ${isRoot ? `command chown ${USER} "$2"` : ':'}; }`;
    const args = ['-ec', `${chown}\n${script}`];
    const { code, output } = await outcomeOf('sh', args, this.app, this.#variables());
    if (code !== 0) throw new Error(`RUN ${script}\nended with ${code}:\n${output}`);
  }

  #variables(): NodeJS.ProcessEnv {
    // Global packages, such as package managers, are installed into the stage.
    const prefix = join(this.#stage, 'usr');
    const { PATH = '' } = this.#options.variables;
    return {
      ...this.#options.variables,
      npm_config_prefix: prefix,
      PATH: `${join(prefix, 'bin')}:${PATH}`,
      ...this.#env,
    };
  }
}
