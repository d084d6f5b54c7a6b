import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Ingest } from './ingest.js';

export interface AppOptions {
  readonly sentry: 10 | 11;
  readonly lifecycle: 'static' | 'stream';
  /** Of HTTP and of the frameworks by Sentry itself. */
  readonly instrumentation:
    | 'on'
    /** From when the servers are there already. */
    | 'on, later'
    | 'off'
    /** HTTP's isolates requests and continues traces, and does no more. */
    | 'on, without spans'
    | 'of frameworks only';
  /** Without one, errors are all that is sent. */
  readonly tracesSampleRate?: number;
}

const serve = new URL('app/serve.mjs', import.meta.url);
const instrument = new URL('app/instrument.mjs', import.meta.url);
const sentry11 = new URL('app/sentry-11.mjs', import.meta.url);

/** For which Sentry has to be there before the frameworks. */
const fromTheStart = new Set<AppOptions['instrumentation']>(['on', 'of frameworks only']);

/** A process with one api behind each of the frameworks, and what it has sent to Sentry. */
export class App {
  readonly ingest: Ingest;
  /** By the name of the framework. */
  readonly ports: Readonly<Record<string, number>>;
  readonly #process: ChildProcess;

  private constructor(ingest: Ingest, process: ChildProcess, ports: Record<string, number>) {
    this.ingest = ingest;
    this.#process = process;
    this.ports = ports;
  }

  static async start(options: AppOptions): Promise<App> {
    const ingest = await Ingest.listen();
    const { sentry, instrumentation } = options;
    const imports = [
      ...(sentry === 11 ? [sentry11] : []),
      ...(fromTheStart.has(instrumentation) ? [instrument] : []),
    ];
    const process = fork(fileURLToPath(serve), {
      execArgv: imports.flatMap(({ href }) => ['--import', href]),
      env: { TRACKER_APP: JSON.stringify({ ...options, dsn: ingest.dsn }) },
    });
    const [ports] = (await once(process, 'message')) as [Record<string, number>];
    return new App(ingest, process, ports);
  }

  /** Sends a message to a framework's server: as it is, or as JSON. */
  async post(
    framework: string,
    message: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.ports[framework]}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Ends the process, which sends what is left first. */
  async end(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.send('end');
    await exit;
    this.ingest.close();
  }
}
