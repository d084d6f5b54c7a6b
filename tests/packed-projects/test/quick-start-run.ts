import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { continueFile } from '../../../docs/src/code-blocks/continued-file.js';
import { checkAddress } from './quick-start-address.js';
import { type InstallSources, withSources } from './quick-start-install.js';
import {
  HOST_OF_PAGE,
  type QuickStartServer,
  startQuickStartServer,
} from './quick-start-server.js';
import type { Step } from './quick-start-steps.js';
import { outcomeOf } from '@jsonrpc-kit/test-support/run';

export interface QuickStartRunOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly sources: InstallSources;
}

/** Follows a quick start step by step, as a reader of the page does in a shell. */
export class QuickStartRun {
  readonly #options: QuickStartRunOptions;
  /** The current folder of the shell. */
  #folder: string;
  #server: QuickStartServer | undefined;
  #replaced = new Set<string>();

  constructor(options: QuickStartRunOptions) {
    this.#options = options;
    this.#folder = options.folder;
  }

  /** Begins a page, which writes some existing files again instead of changing them. */
  beginPage(replaced: readonly string[]): void {
    this.#replaced = new Set(replaced);
  }

  /**
   * Runs a step.
   *
   * @throws Error if the result differs from the page
   */
  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'file':
        return this.#write(step.path, step.text);
      case 'printed':
        return this.#running().hasPrinted(step.text);
      case 'address':
        return checkAddress(this.#withHost(step.url));
      case 'commands':
        return step.prints?.includes(HOST_OF_PAGE)
          ? this.#start(step.script, step.prints)
          : this.#runCommands(step.script, step.prints);
    }
  }

  /** Ends the server if it is running, as readers do with Ctrl-C. */
  async end(): Promise<void> {
    await this.#server?.end();
    this.#server = undefined;
  }

  #write(path: string, text: string): void {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const isContinued = existsSync(file) && !this.#replaced.delete(path);
    const former = isContinued ? readFileSync(file, 'utf8') : undefined;
    writeFileSync(file, continueFile(former, this.#withHost(text)));
  }

  async #start(script: string, prints: string): Promise<void> {
    await this.end();
    this.#server = await startQuickStartServer(script, prints, this.#folder);
  }

  async #runCommands(script: string, prints: string | undefined): Promise<void> {
    const pinned = withSources(this.#withHost(script), this.#options.sources);
    if (pinned.startsWith('curl ')) {
      return this.#call(pinned, prints?.trimEnd());
    }
    const { code, output } = await this.#shell(pinned);
    const fails = prints?.includes(' FAIL ') ?? false;
    if ((code !== 0) !== fails) throw new Error(`${pinned}\nended with ${code}:\n${output}`);
    if (!trimmed(output).includes(trimmed(prints ?? ''))) {
      throw new Error(`${pinned}\nprinted:\n${output}\nwithout:\n${prints}`);
    }
  }

  /** Calls the server until it responds as the page shows. After a change of a file, it restarts first. */
  async #call(script: string, prints: string | undefined): Promise<void> {
    const signal = AbortSignal.timeout(20_000);
    for (;;) {
      const { output: response } = await this.#shell(script);
      if (response === prints) return;
      if (signal.aborted) {
        throw new Error(`${script}\nprinted:\n${response}\ninstead of:\n${prints}`);
      }
      await setTimeout(500);
    }
  }

  async #shell(script: string): Promise<{ code: number | null; output: string }> {
    const folderFile = join(this.#options.folder, '.folder');
    const whole = `trap 'pwd > "${folderFile}"' EXIT\n${script}`;
    const outcome = await outcomeOf('sh', ['-ec', whole], this.#folder, withoutProxy());
    this.#folder = readFileSync(folderFile, 'utf8').trim();
    return outcome;
  }

  #withHost(text: string): string {
    return text.includes(HOST_OF_PAGE) ? text.replaceAll(HOST_OF_PAGE, this.#running().host) : text;
  }

  #running(): QuickStartServer {
    if (!this.#server) throw new Error('No server has been started');
    return this.#server;
  }
}

/** Excludes local servers from the proxy. */
function withoutProxy(): NodeJS.ProcessEnv {
  const { NO_PROXY = '' } = process.env;
  return { NO_PROXY: [NO_PROXY, '127.0.0.1'].filter(Boolean).join(',') };
}

/** Removes trailing spaces, which the page doesn't have. */
const trimmed = (text: string): string => text.replaceAll(/[ \t]+$/gm, '').trim();
