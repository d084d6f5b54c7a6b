import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkOpened } from './quick-start-address.js';
import { type InstallSources, withSources } from './quick-start-install.js';
import {
  HOST_OF_PAGE,
  type QuickStartServer,
  startQuickStartServer,
} from './quick-start-server.js';
import type { Step } from './quick-start-steps.js';
import { outcomeOf } from './run.js';

export interface WalkOptions {
  /** An empty folder of its own. */
  readonly folder: string;
  readonly sources: InstallSources;
}

/** Does what a page says, step by step, as its reader would in a shell. */
export class QuickStartWalk {
  readonly #options: WalkOptions;
  /** Where the shell is. */
  #folder: string;
  #server: QuickStartServer | undefined;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#folder = options.folder;
  }

  /** @throws Error where what comes is not what the page says */
  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'file':
        return this.#write(step.path, step.text);
      case 'printed':
        return this.#running().hasPrinted(step.text);
      case 'address':
        return checkOpened(this.#here(step.url));
      case 'commands':
        return step.prints?.includes(HOST_OF_PAGE)
          ? this.#start(step.script, step.prints)
          : this.#run(step.script, step.prints);
    }
  }

  /** Ends the server that runs, and gives its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#running();
    this.#server = undefined;
    return server.end(signal);
  }

  /** However it stands. */
  async abandon(): Promise<void> {
    await this.#server?.end('SIGKILL');
  }

  #write(path: string, text: string): void {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const content = this.#here(text);
    if (existsSync(file)) appendFileSync(file, `\n${content}`);
    else writeFileSync(file, content);
  }

  async #start(script: string, prints: string): Promise<void> {
    // As by Ctrl-C.
    const code = this.#server ? await this.end('SIGINT') : 0;
    if (code !== 0) throw new Error(`The server before was ended by Ctrl-C with ${code}`);
    this.#server = await startQuickStartServer(script, prints, this.#folder);
  }

  async #run(script: string, prints: string | undefined): Promise<void> {
    const pinned = withSources(this.#here(script), this.#options.sources);
    if (pinned.startsWith('curl ')) {
      // The whole response, and nothing else.
      const { output: response } = await this.#shell(pinned);
      if (response !== prints?.trimEnd())
        throw new Error(`${pinned}\nprinted:\n${response}\ninstead of:\n${prints}`);
      return;
    }
    const { code, output } = await this.#shell(pinned);
    const fails = prints?.includes(' FAIL ') ?? false;
    if ((code !== 0) !== fails) throw new Error(`${pinned}\nended with ${code}:\n${output}`);
    if (!trimmed(output).includes(trimmed(prints ?? ''))) {
      throw new Error(`${pinned}\nprinted:\n${output}\nwithout:\n${prints}`);
    }
  }

  async #shell(script: string): Promise<{ code: number | null; output: string }> {
    const noted = join(this.#options.folder, '.folder');
    const whole = `trap 'pwd > "${noted}"' EXIT\n${script}`;
    const outcome = await outcomeOf('sh', ['-ec', whole], this.#folder, withoutProxy());
    this.#folder = readFileSync(noted, 'utf8').trim();
    return outcome;
  }

  #here(text: string): string {
    return text.includes(HOST_OF_PAGE) ? text.replaceAll(HOST_OF_PAGE, this.#running().host) : text;
  }

  #running(): QuickStartServer {
    if (!this.#server) throw new Error('No server has been started');
    return this.#server;
  }
}

/** A proxy has no way to a server that is here. */
function withoutProxy(): NodeJS.ProcessEnv {
  const { NO_PROXY = '' } = process.env;
  return { NO_PROXY: [NO_PROXY, '127.0.0.1'].filter(Boolean).join(',') };
}

/** Lines may be filled up with spaces where the page has none. */
const trimmed = (text: string): string => text.replaceAll(/[ \t]+$/gm, '').trim();
