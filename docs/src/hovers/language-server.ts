import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node.js';

interface HoverAnswer {
  readonly contents: { readonly value: string };
}

/** TypeScript's own language server, as an editor starts it. */
export class LanguageServer {
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #folder: string;

  private constructor(process: ChildProcess, connection: MessageConnection, folder: string) {
    this.#process = process;
    this.#connection = connection;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<LanguageServer> {
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const process = spawn(
      globalThis.process.execPath,
      [join(dirname(compiler), 'bin/tsc'), '--lsp', '--stdio'],
      {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    const connection = createMessageConnection(
      new StreamMessageReader(process.stdout),
      new StreamMessageWriter(process.stdin),
    );
    // It asks to be told of changed settings; there are none.
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: globalThis.process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    });
    await connection.sendNotification('initialized', {});
    return new LanguageServer(process, connection, folder);
  }

  async open(file: string, text: string): Promise<void> {
    await this.#connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: this.#uri(file), languageId: 'typescript', version: 1, text },
    });
  }

  /** What is shown at this place of the file, as Markdown. */
  async hover(file: string, text: string, offset: number): Promise<string | undefined> {
    const before = text.slice(0, offset).split('\n');
    const answer = await this.#connection.sendRequest<HoverAnswer | null>('textDocument/hover', {
      textDocument: { uri: this.#uri(file) },
      position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
    });
    return answer?.contents.value;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.#process.once('exit', resolve);
    });
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    await ended;
    this.#connection.dispose();
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }
}
