import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Ingest } from './ingest.js';

export interface AppOptions {
  readonly sentry: 10 | 11;
  readonly lifecycle: 'static' | 'stream';
  /** The HTTP and framework instrumentation of Sentry. */
  readonly instrumentation:
    | 'on'
    /** Initialized after the servers were created. */
    | 'on, later'
    | 'off'
    /** The HTTP instrumentation isolates requests and continues traces, but starts no spans. */
    | 'on, without spans'
    | 'of frameworks only';
  /** Undefined: only errors are sent. */
  readonly tracesSampleRate?: number;
}

export interface PostOptions {
  /** Default: `/rpc`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const serve = new URL('app/serve.mjs', import.meta.url);
const instrument = new URL('app/instrument.mjs', import.meta.url);
const sentry11 = new URL('app/sentry-11.mjs', import.meta.url);

/** The instrumentation that needs Sentry before the frameworks are loaded. */
const fromTheStart = new Set<AppOptions['instrumentation']>(['on', 'of frameworks only']);

/** A process that serves one api with every framework, and the envelopes that it sends to Sentry. */
export class App {
  readonly ingest: Ingest;
  /** The ports by framework. */
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

  /** Sends a string unchanged, or another value as JSON, to the server of a framework. */
  async post(
    framework: string,
    message: unknown,
    { path = '/rpc', headers = {} }: PostOptions = {},
  ): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.ports[framework]}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Ends the process after it has sent all envelopes. */
  async end(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.send('end');
    await exit;
    this.ingest.close();
  }
}
